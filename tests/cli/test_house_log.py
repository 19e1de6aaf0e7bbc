"""`vingt tables`, `replay`, `verify` and `export` over the log of a house."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import vingt
from tests.live import golden
from vingt.live.house.house import DATABASE, KEY
from vingt.live.log.signing import SIGNING_KEY, public_key


@pytest.fixture
def house(tmp_path: Path) -> str:
    folder = tmp_path / "house"
    folder.mkdir()
    return str(golden.house_folder("v1", folder))


def tamper(house: str, statement: str) -> None:
    connection = sqlite3.connect(Path(house) / DATABASE)
    connection.executescript(f"drop trigger if exists kept; drop trigger if exists fixed; {statement};")
    connection.close()


def test_tables_lists_every_table_with_its_rounds(house: str) -> None:
    listed = vingt("tables", "--data", house, "--json").json["tables"]
    found = golden_found()
    assert {each["table"] for each in listed} == set(found["net"])
    assert sum(each["rounds"] for each in listed) == found["report"]["rounds"]
    assert sum(each["won"] for each in listed) == found["report"]["balances"]["inventory"]
    page = vingt("tables", "--data", house).out
    assert all(each["table"] in page for each in listed)


def golden_found() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((golden.HERE / "found.json").read_text("utf-8"))["v1"]
    return found


def test_the_folder_may_be_named_in_the_environment(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VINGT_DATA", house)
    assert vingt("verify", "--json").json["sound"] is True


def test_replay_tells_a_round_with_the_clause_of_each_payment(house: str) -> None:
    told = vingt("replay", "md-blackjack-1", "1", "--data", house, "--json").json
    settled = [line for line in told["lines"] if line["kind"] == "wager_settled"]
    assert settled
    assert all(line["clauses"] or line["readings"] for line in settled)
    page = vingt("replay", "md-blackjack-1", "1", "--data", house).out
    assert all(line["text"] in page for line in told["lines"][1:])


def test_a_replayed_shoe_can_be_checked_by_hand(house: str) -> None:
    """With nothing but what the command prints, and SHA-256."""
    for table in golden_found()["net"]:
        told = vingt("replay", table, "1", "--data", house, "--json").json
        for shoe in (each for each in told["shoes"] if each["order"]):
            text = bytes.fromhex(shoe["nonce"]) + " ".join(shoe["order"]).encode()
            assert hashlib.sha256(text).hexdigest() == shoe["commitment"]
            cut = shoe["cut"] or 0
            dealt = (shoe["order"][cut:] + shoe["order"][:cut])[1:]  # the first card is burned
            seen = [line["card"] for line in told["lines"] if line["kind"] == "card_dealt"]
            if len(told["shoes"]) == 1:
                assert seen == dealt[: len(seen)]


def test_replay_names_what_is_not_there(house: str) -> None:
    assert "did you mean md-blackjack-1" in vingt("replay", "md-blackjack", "--data", house).err
    missing = vingt("replay", "md-blackjack-1", "99", "--data", house)
    assert (missing.code, missing.out) == (2, "")
    assert "has no round 99: it has played rounds 1 to" in missing.err


def test_verify_finds_a_true_log_sound(house: str) -> None:
    done = vingt("verify", "--data", house)
    assert done.code == 0
    assert done.out.startswith("sound\n")
    assert "sum $0" in done.out


def test_verify_without_the_key_says_what_it_could_not_check(house: str) -> None:
    (Path(house) / KEY).unlink()
    done = vingt("verify", "--data", house, "--json")
    assert done.code == 0
    assert done.json["rounds_sealed"] > 0
    assert "house.key is missing" in done.json["notes"][0]


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (
            "update events set data = json_set(data, '$.returns', 1) where kind = 'wager_settled'"
            " and stream = 'table/md-blackjack-1'",
            "its content does not match its hash",
        ),
        ("delete from events where kind = 'wager_settled' and version % 2", "is missing"),
        ("update events set data = '{}' where kind = 'shoe_revealed'", "not a shoe_revealed: missing"),
        ("update events set kind = 'levitated' where kind = 'round_ended'", "levitated does not belong into"),
    ],
)
def test_verify_finds_what_was_tampered_with(house: str, statement: str, problem: str) -> None:
    tamper(house, statement)
    done = vingt("verify", "--data", house)
    assert done.code == 1
    assert done.out.startswith("not sound: ")
    assert problem in done.out


def test_verify_lists_every_bad_event_also_what_is_no_json(house: str) -> None:
    stream = "table/md-blackjack-1"
    for version, data in ((7, "{not json"), (11, "[1]"), (19, "{}"), (30, "[" * 100_000), (31, "null")):
        tamper(house, f"update events set data = '{data}' where stream = '{stream}' and version = {version}")
    done = vingt("verify", "--data", house, "--json")
    assert done.code == 1
    assert {7, 11, 19, 30, 31} <= {
        each["version"] for each in done.json["problems"] if each["stream"] == stream
    }
    done = vingt("replay", "md-blackjack-1", "1", "--data", house)
    assert done.code == 2
    assert f"{stream}, version 7: what it holds is no JSON" in done.err


def test_heads_that_were_kept_show_a_log_that_was_cut_short(house: str, tmp_path: Path) -> None:
    heads = str(tmp_path / "heads.json")
    assert vingt("verify", "--data", house, "--keep", heads).code == 0
    assert vingt("verify", "--data", house, "--against", heads).code == 0
    tamper(house, "delete from events where stream = 'table/md-blackjack-1' and version > 100")
    done = vingt("verify", "--data", house, "--against", heads)
    assert done.code == 1
    assert "the log ends before a head that was kept" in done.out
    Path(heads).write_text("[1]", "utf-8")
    wrong = vingt("verify", "--data", house, "--against", heads)
    assert (wrong.code, "not a file that vingt verify --keep wrote" in wrong.err) == (2, True)


def test_verify_since_kept_heads_checks_what_came_after(house: str, tmp_path: Path) -> None:
    heads = tmp_path / "heads.json"
    whole = vingt("verify", "--data", house, "--keep", str(heads), "--json").json
    kept = json.loads(heads.read_text("utf-8"))
    row = "select version, hash from events where stream = 'table/md-blackjack-1' and version = 60"
    connection = sqlite3.connect(Path(house) / DATABASE)
    version, hashed = connection.execute(row).fetchone()
    connection.close()
    heads.write_text(
        json.dumps(kept | {"table/md-blackjack-1": {"version": version, "hash": hashed}}), "utf-8"
    )
    done = vingt("verify", "--data", house, "--since", str(heads), "--keep", str(heads), "--json")
    assert (done.code, done.json["sound"], done.json["heads"]) == (0, True, whole["heads"])
    assert 0 < done.json["rounds"] < whole["rounds"]
    assert done.json["events"] + done.json["trusted"] == whole["events"]
    assert done.json["since"]["table/md-blackjack-1"]["version"] == 60
    assert json.loads(heads.read_text("utf-8")) == kept, "kept anew for the next time"
    page = vingt("verify", "--data", house, "--since", str(heads)).out
    assert f"{whole['events']:,} events up to there trusted, not checked" in page
    tamper(house, "update events set actor = 'eve' where stream = 'table/md-blackjack-1' and version = 5")
    assert vingt("verify", "--data", house).code == 1
    assert vingt("verify", "--data", house, "--since", str(heads)).code == 0, "trusted, as documented"
    tamper_again = "update events set hash = 'f' where stream = 'people' and version = " + str(
        kept["people"]["version"]
    )
    connection = sqlite3.connect(Path(house) / DATABASE)
    connection.executescript(tamper_again)
    connection.close()
    found = vingt("verify", "--data", house, "--since", str(heads))
    assert (found.code, "history was changed" in found.out) == (1, True)


def test_a_report_since_says_so_and_one_that_was_not_sound_is_not_trusted(house: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    vingt("verify", "--data", house, "--report", str(first))
    assert vingt("verify", "--data", house, "--since", str(first), "--report", str(second)).code == 0
    told = vingt("verify", "--check-report", str(second))
    assert "up to there were trusted, not checked" in told.out
    assert "trusted" in json.loads(second.read_text("utf-8"))["report"]["checked"][-1]
    tamper(house, "update events set actor = 'eve' where stream = 'people' and version = 2")
    vingt("verify", "--data", house, "--report", str(first))
    refused = vingt("verify", "--data", house, "--since", str(first))
    assert (refused.code, "was not sound" in refused.err) == (2, True)
    first.write_text('{"people": {"version": 0, "hash": ""}}', "utf-8")
    assert vingt("verify", "--data", house, "--since", str(first)).code == 2


def test_a_signed_report_is_known_again_and_shows_later_what_was_cut_off(house: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = vingt("verify", "--data", house, "--report", str(report), "--json")
    key = done.json["public_key"]
    assert (done.code, len(key)) == (0, 64)
    assert key in vingt("verify", "--data", house).out
    pem = tmp_path / "house.pem"
    pem.write_text(public_key(key).pem, "utf-8")
    for given in ((), ("--public-key", key), ("--public-key", str(pem)), ("--public-key", key.upper())):
        checked = vingt("verify", "--check-report", str(report), *given)
        assert (checked.code, checked.out.splitlines()[0]) == (0, "genuine"), checked.err
        assert ("by the key in the report itself" in checked.out) is not bool(given)
    told = vingt("verify", "--check-report", str(report), "--json").json["report"]
    assert told["by"]["os_user"]
    assert told["with_key"] is True
    assert set(told["heads"]) == set(done.json["heads"])
    assert vingt("verify", "--data", house, "--against", str(report)).code == 0
    tamper(house, "delete from events where stream = 'table/md-blackjack-1' and version > 100")
    assert "the log ends before a head" in vingt("verify", "--data", house, "--against", str(report)).out


def test_a_report_that_was_altered_or_is_of_another_house_is_refused(house: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    vingt("verify", "--data", house, "--report", str(report))
    whole = report.read_bytes()
    at = whole.index(b'"rounds": ') + len(b'"rounds": ')
    report.write_bytes(whole[:at] + (b"1" if whole[at : at + 1] != b"1" else b"2") + whole[at + 1 :])
    done = vingt("verify", "--check-report", str(report))
    assert (done.code, done.out.splitlines()[0]) == (1, "not genuine")
    assert "something in it was changed" in done.out
    report.write_bytes(whole)
    other = vingt("verify", "--check-report", str(report), "--public-key", "ab" * 32, "--json")
    assert (other.code, other.json["genuine"]) == (1, False)
    assert "another key" in other.json["why"]
    report.write_bytes(b"\xff\x00 no report")
    assert "no signed report" in vingt("verify", "--check-report", str(report)).out
    assert vingt("verify", "--check-report", str(tmp_path / "nowhere")).code == 2
    assert "not a public key" in vingt("verify", "--check-report", str(report), "--public-key", "x").err
    assert vingt("verify", "--public-key", "ab" * 32, "--data", house).code == 2


def test_without_a_key_that_can_be_trusted_no_report_is_written(house: str, tmp_path: Path) -> None:
    (Path(house) / SIGNING_KEY).write_text("no key", "utf-8")
    (Path(house) / SIGNING_KEY).chmod(0o600)
    done = vingt("verify", "--data", house, "--report", str(tmp_path / "report.json"))
    assert (done.code, "cannot be signed" in done.err) == (2, True)
    assert not (tmp_path / "report.json").exists()
    assert vingt("verify", "--data", house).code == 0


def test_export_is_the_log_line_by_line(house: str, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in vingt("export", "--data", house).out.splitlines()]
    assert lines[0]["vingt_export"] == 1
    assert lines[-1] == {"end": True, "events": len(lines) - 2}
    whole = [each for each in lines[1:-1] if "withheld" not in each]
    assert whole == [each for each in golden.events_of("v1") if each["kind"] not in WITHHELD]
    output = tmp_path / "one.jsonl"
    assert vingt("export", "md-blackjack-1", "--data", house, "--output", str(output)).out == ""
    assert {json.loads(line).get("stream") for line in output.read_text("utf-8").splitlines()[1:-1]} == {
        "table/md-blackjack-1"
    }


WITHHELD = ("session_opened", "session_closed", "account_made", "password_changed")


def test_an_export_that_fails_leaves_no_file(house: str, tmp_path: Path) -> None:
    done = vingt("export", "nowhere", "--data", house, "--output", str(tmp_path / "out.jsonl"))
    assert done.code == 2
    tamper(house, "update events set data = 'no json' where version = 40")
    done = vingt("export", "--data", house, "--output", str(tmp_path / "out.jsonl"))
    assert (done.code, "version 40: what it holds is no JSON" in done.err) == (2, True)
    assert [each.name for each in tmp_path.iterdir()] == ["house"]


@pytest.mark.parametrize("command", ["tables", "verify", "export", "replay md-blackjack-1"])
def test_a_folder_without_a_house_is_said_to_have_none(command: str, tmp_path: Path) -> None:
    done = vingt(*command.split(), "--data", str(tmp_path / "empty"))
    assert (done.code, done.out) == (2, "")
    assert "no house was ever opened here" in done.err
    assert not (tmp_path / "empty").exists()
    (tmp_path / DATABASE).write_bytes(b"something else entirely" * 100)
    other = vingt(*command.split(), "--data", str(tmp_path))
    assert (other.code, "not a store of vingt" in other.err) == (2, True)
