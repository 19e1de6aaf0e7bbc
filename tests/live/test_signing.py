"""What the house signed is known again; whatever else is refused."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.live.written import written
from vingt.live.books.audit import verify
from vingt.live.books.reports import Reports, report_of, utc
from vingt.live.files import write_once
from vingt.live.log.signing import (
    SIGNING_KEY,
    HouseKey,
    NotGenuine,
    SigningError,
    genuine,
    house_key,
    new_key,
    open_key,
    public_key,
    published_key,
)
from vingt.rulebook import library

BY = {"person": "p1", "name": "Olga", "login": "olga"}
BEGAN, ENDED = 1_700_000_000_000, 1_700_000_002_500


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> HouseKey:
    return house_key(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def signed(key: HouseKey) -> dict[str, Any]:
    found = verify(written(library.sample("md-pontoon-21"), bytes(200)).snapshot)
    return key.signed(report_of(found, BY, BEGAN, ENDED, with_key=False))


def test_a_report_says_who_when_what_and_where_each_stream_ended(signed: dict[str, Any]) -> None:
    report = genuine(signed)
    assert report["by"] == BY
    assert (report["began"], report["ended"]) == ("2023-11-14T22:13:20Z", "2023-11-14T22:13:22Z")
    assert report["sound"] is True
    assert report["heads"].keys() == {"people", "table/t1"}
    assert all(len(head["hash"]) == 64 and head["version"] > 0 for head in report["heads"].values())
    assert report["vingt"]
    assert len(report["checked"]) == 4


def test_it_is_genuine_after_it_was_written_and_read_and_by_the_published_key(
    signed: dict[str, Any], key: HouseKey
) -> None:
    read = json.loads(json.dumps(signed, indent=3))
    assert genuine(read, public_key(key.public.hex)) == genuine(read, public_key(key.public.pem))


def test_one_altered_byte_is_refused(signed: dict[str, Any], key: HouseKey) -> None:
    """Every byte of the file in turn, wherever it is JSON still."""
    text = json.dumps(signed, separators=(",", ":"))
    refused = 0
    for at, old in enumerate(text):
        altered = text[:at] + ("1" if old != "1" else "2") + text[at + 1 :]
        try:
            document = json.loads(altered)
        except ValueError:
            continue
        with pytest.raises(NotGenuine):
            genuine(document, key.public)
        refused += 1
    assert refused > len(text) / 2


@pytest.mark.parametrize("document", [None, [], {}, {"vingt_report": 2}, {"vingt_report": 1}, "text", 7])
def test_what_is_no_report_is_refused(document: object) -> None:
    with pytest.raises(NotGenuine):
        genuine(document)


def test_a_report_of_another_house_is_refused_by_the_key_of_this_one(
    signed: dict[str, Any], key: HouseKey, tmp_path: Path
) -> None:
    other = house_key(tmp_path)
    forged = other.signed(signed["report"])
    genuine(forged)
    with pytest.raises(NotGenuine, match="another key"):
        genuine(forged, key.public)
    with pytest.raises(NotGenuine, match="does not fit"):
        genuine({**forged, "public_key": key.public.hex}, key.public)


# -- the file ----------------------------------------------------------------------------------------------


def test_the_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    assert published_key(tmp_path) is None
    first = house_key(tmp_path)
    assert house_key(tmp_path).public.hex == first.public.hex
    published = published_key(tmp_path)
    assert published is not None
    assert published.hex == first.public.hex
    assert stat.S_IMODE((tmp_path / SIGNING_KEY).stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == [SIGNING_KEY]
    with pytest.raises(FileExistsError):
        write_once(tmp_path / SIGNING_KEY, new_key())
    assert house_key(tmp_path).public.hex == first.public.hex
    assert first.public.hex not in repr(first)


def test_a_key_that_others_may_read_or_that_is_none_is_not_used(tmp_path: Path) -> None:
    house_key(tmp_path)
    path = tmp_path / SIGNING_KEY
    path.chmod(0o644)
    with pytest.raises(SigningError, match="chmod 600"):
        open_key(path)
    path.chmod(0o600)
    path.write_text("no key", "utf-8")
    with pytest.raises(SigningError, match="holds no key"):
        open_key(path)
    with pytest.raises(SigningError, match="cannot be written"):
        house_key(tmp_path / "nowhere")
    for text in ("", "xyz", "0" * 63, "-----BEGIN nothing", "é" * 64):
        with pytest.raises(SigningError):
            public_key(text)


def test_reports_are_kept_newest_first_and_found_by_name_only(tmp_path: Path, signed: dict[str, Any]) -> None:
    reports = Reports(tmp_path)
    assert reports.newest(5) == []
    names = [reports.keep(signed, BEGAN + 1000 * at) for at in range(3)]
    assert [each.name for each in reports.newest(2)] == names[:0:-1]
    found = reports.get(names[0])
    assert found is not None
    assert genuine(found.document) == found.report
    assert reports.get("../house") is None
    assert reports.get("20231114T221320Z-00000000") is None
    assert utc(BEGAN) == "2023-11-14T22:13:20Z"
