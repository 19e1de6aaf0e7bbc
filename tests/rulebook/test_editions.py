"""An edition is part of a rulebook's address: older ones stay as they were, and can be named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.cli.command import vingt
from vingt.core.rules.document import parse_document
from vingt.core.rules.leaf import DocumentError
from vingt.core.rules.submission import Unreadable, parse_submission
from vingt.live.log import authenticity
from vingt.rulebook import library

# Every edition but the newest, by the SHA-256 of its file: logs were filed under it, so it is never changed.
KEPT = {
    "ma-pontoon-21@1": "e21d2b5460fb1f6361454744b18448d8e9c2cd94646027f0c23cf3547d3ac67e",
    "md-blackjack@1": "816341e1a423d6760d9bfb3c92f3187d7cf7bd15c216b722445ff143a948543d",
    "md-players-edge-21@1": "3110bac4a58d6fbe3ff82f9ac0529a4fb1534302ea33a1ebd2b72ed33fea82ac",
    "md-pontoon-21@1": "0045702d759bf20aa5171e004d9b57df0fbe923c293f56d0c4f83f680ba1a443",
}


def test_older_editions_stay_to_the_byte() -> None:
    older = {
        f"{each}@{edition}": library.digest_of(f"{each}@{edition}")
        for each in library.RULEBOOKS
        for edition in library.editions(each)[:-1]
    }
    assert older == KEPT


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_editions_are_numbered_from_1_and_an_id_means_the_newest(rulebook: str) -> None:
    known = library.editions(rulebook)
    assert known == tuple(range(1, len(known) + 1))
    for edition in known:
        document = library.load(f"{rulebook}@{edition}")
        assert (document.id, document.number) == (rulebook, edition)
        assert library.table_rules(f"{rulebook}@{edition}").address == f"{rulebook}@{edition}"
    assert library.table_rules(rulebook) == library.table_rules(f"{rulebook}@{known[-1]}/default")


def test_an_edition_that_does_not_exist_is_refused_with_those_that_do() -> None:
    for edition in ("3", "0", "01", "", "3/default"):
        with pytest.raises(Unreadable, match=r"there are md-pontoon-21@1, md-pontoon-21@2; did you mean"):
            library.submission(f"md-pontoon-21@{edition}")
    assert not library.is_rulebook("md-pontoon-21@3")
    refused = vingt("rules", "md-pontoon-21@3")
    assert refused.code == 2
    assert "no edition '3' of md-pontoon-21" in refused.err


def test_a_submission_may_name_its_edition() -> None:
    text = Path(str(library.folder("md-blackjack") / "submissions" / "default.toml")).read_text("utf-8")
    first = re.sub(r'rulebook = "md-blackjack"', 'rulebook = "md-blackjack@1"', text)
    filed = parse_submission(first.encode(), "my-table.toml")
    assert library.document_of(filed) == library.load("md-blackjack@1")
    strange = parse_submission(first.replace("@1", "@9").encode(), "my-table.toml")
    with pytest.raises(Unreadable, match=r"my-table.toml, line \d+: no edition '9' of md-blackjack"):
        library.document_of(strange)


def test_only_an_older_edition_may_lack_what_came_later() -> None:
    raw = tomllib.loads(library.rulebook_text("md-pontoon-21"))
    lacking = raw | {"split": {key: each for key, each in raw["split"].items() if key != "hands_max"}}
    for older in (False, True):  # a field without a default must be given by every edition
        with pytest.raises(DocumentError, match=r"split\.hands_max: missing"):
            parse_document(lacking, library.inventory("md-pontoon-21"), older=older)


def test_a_log_names_its_edition_by_the_digest_of_the_file() -> None:
    for edition in (1, 2):
        named = f"md-blackjack@{edition}"
        assert str(library.edition_filed("md-blackjack", library.digest_of(named))) == named
    assert str(library.edition_filed("md-blackjack", "")) == "md-blackjack@1"
    assert library.edition_filed("md-blackjack", "0" * 64) is None


def test_an_edition_written_anew_with_the_same_values_is_the_same_edition() -> None:
    """former.toml: mbs-pontoon@1 as it was before its settlement was rows; logs name it by that digest."""
    before = "84f09c06b3846a385a8c75983aecd7f517ed5f0e484697b8d94c7609e409151e"
    assert library.digest_of("mbs-pontoon@1") != before
    assert str(library.edition_filed("mbs-pontoon", before)) == "mbs-pontoon@1"
    assert library.edition_filed("md-blackjack", before) is None
    for digest, named in library.former_digests().items():
        assert len(digest) == 64
        assert str(library.address(named)) == named
        assert library.digest_of(named) != digest
        now = authenticity.rulebooks()
        path = f"{named.replace('@', '/')}/rulebook.toml"
        assert authenticity.changed_rulebooks({**now, path: digest}, now) == {}
        assert authenticity.changed_rulebooks({**now, path: "0" * 64}, now) != {}


def test_commands_take_and_list_editions() -> None:
    listed = {each["id"]: each["editions"] for each in vingt("rulebooks", "--json").json}
    assert listed["md-pontoon-21"] == ["md-pontoon-21@1", "md-pontoon-21@2"]
    assert listed["mbs-pontoon"] == ["mbs-pontoon@1"]
    assert "md-pontoon-21@1" in vingt("rulebooks").out
    told = vingt("diff", "md-blackjack@1", "md-blackjack", "--json").json
    assert (told["first"]["address"], told["second"]["address"]) == ("md-blackjack@1", "md-blackjack@2")
    assert told["permitted"]
    assert "md-blackjack@1" in vingt("diff", "md-blackjack@1", "md-blackjack").out
    assert vingt("rules", "md-blackjack@1", "--json").json["address"] == "md-blackjack@1"
    assert vingt("check", "md-blackjack@1").out.startswith("allowed")
