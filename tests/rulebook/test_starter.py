"""The submission that `vingt new` writes: allowed as it stands, and with every choice that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from vingt.core.rules.document import Document
from vingt.core.rules.resolve import NotAllowed, choices_of, resolve
from vingt.core.rules.submission import parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library
from vingt.rulebook.starter import starter, toml

BLOCK = re.compile(r"(?m)^#\[wagers\.([\w-]+)\]\n(?:#[^ ].*\n)*")
EVERY = [f"{each}@{edition}" for each in library.RULEBOOKS for edition in library.editions(each)]


def judged(text: str) -> TableRules:
    submission = parse_submission(text.encode(), "starter")
    return resolve(library.document_of(submission), submission)


def choice_lines(document: Document) -> Iterator[tuple[str, str]]:
    """Every open choice with its line, as the file has it."""
    text = starter(document.address)
    for key in choices_of(document):
        found = re.findall(rf"(?m)^#?{key} = .*$", text)
        assert len(found) == 1, (key, found)
        yield key, found[0]


@pytest.mark.parametrize("rulebook", EVERY)
def test_it_is_allowed_as_it_stands_and_shows_every_choice(rulebook: str) -> None:
    document = library.load(rulebook)
    rules = judged(starter(rulebook))
    assert (rules.rulebook, rules.edition) == (document.id, document.number)
    shown = dict(choice_lines(document))
    for key, leaf in choices_of(document).items():
        assert shown[key].startswith("#") != leaf.is_required
        assert f"# {key}: {leaf.permitted()}"[:90] in starter(rulebook)
    offered = set(BLOCK.findall(starter(rulebook)))
    assert offered == {each.id for each in document.wagers.values() if not each.is_asked_for}
    cited = {clause for leaf in choices_of(document).values() for clause in leaf.whole_cite.clauses}
    flat = re.sub(r"\n# +", " ", starter(rulebook))
    for clause in cited & document.inventory.clauses.keys():
        assert document.inventory.clauses[clause].statement in flat


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_every_choice_is_accepted_when_its_sign_is_taken_away(rulebook: str) -> None:
    text, as_it_stands = starter(rulebook), judged(starter(rulebook))
    for key, line in choice_lines(library.load(rulebook)):
        if line.startswith("#"):
            chosen = text.replace(f"\n{line}\n", f"\n{line[1:]}\n")
            assert chosen != text
            assert judged(chosen).identity == as_it_stands.identity, key  # it stands at its default


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_every_other_word_is_accepted_or_the_file_says_what_it_needs(rulebook: str) -> None:
    document, text = library.load(rulebook), starter(rulebook)
    said = re.sub(r"\n# +", " ", text)
    for key, line in choice_lines(document):
        leaf = document.keys[key]
        for word in leaf.choices:
            changed = text.replace(f"\n{line}\n", f"\n{key} = {toml(leaf, word)}\n")
            try:
                judged(changed)
            except NotAllowed as refusal:
                for problem in refusal.problems:
                    needs = [
                        *(f'accept_readings = ["{each}"]' for each in leaf.departs.values()),
                        *(
                            f"{need.key} is"
                            for need in document.requirements
                            if need.key == problem.key and (key == need.key or key in need.when)
                        ),
                    ]
                    told = any(each in said for each in needs) or problem.key.startswith(
                        ("wagers.", "split_")
                    )
                    assert told, (key, word, problem)


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_every_side_wager_is_accepted_when_its_block_is_taken(rulebook: str) -> None:
    document = library.load(rulebook)
    for name, wager in document.wagers.items():
        if wager.is_asked_for:
            continue
        text = starter(rulebook)
        for each in (name, wager.rides_on):
            block = next((found for found in BLOCK.finditer(text) if found[1] == each), None)
            if block is not None:
                text = text.replace(block[0], re.sub("(?m)^#", "", block[0]))
        if "switch" in wager.needs:
            assert 'only with variant = "switch"' in text
            text = re.sub(r"(?m)^#variant = .*$", 'variant = "switch"', text)
        assert name in {each.id for each in judged(text).wagers}, name
