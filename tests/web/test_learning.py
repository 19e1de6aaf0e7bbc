"""How to play: every sentence comes from the rules, and every pictured hand is what it is said to be."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.web.inside import inside
from tests.web.test_lobby import known_edges
from vingt.core.cards import card
from vingt.core.rounds.result import (
    DealerResult,
    bonus_line,
    compare,
    counts_of,
    is_super_bonus,
)
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules
from vingt.web.entrance.games import Game, games
from vingt.web.html.picture import Pictured
from vingt.web.lessons.differences import DIFFERENCES, ORDINARY, differences, differs
from vingt.web.lessons.learning import aim, buttons, sentence
from vingt.web.lessons.points import RESULTS
from vingt.web.lessons.points_of_winning import bonus_words

# Fields of play that no newcomer needs told: procedure, ties to other fields, or alike in every game.
NOT_TOLD = {
    "cards": "number_cards_count court_cards_count ace_counts decks cover_cards_min deck_life_hours",
    "dealer": "checked_up_cards stands_on_hard draws_when_idle",
    "natural": "on_split_hand paid_against_plain_up_card paid_against_checked_up_card",
    "twenty_one": "paid",
    "dealer_natural": "collects",
    "double": "cards_min up_to minimum cards_dealt card_face pays",
    "rescue": "total_max until returns",
    "split": "pairs_by wager first_hand",
    "surrender": "up_cards forfeits window after_split settles_against_plain_up_card "
    "settles_against_checked_up_card dealer_natural_takes",
    "insurance": "up_cards limit rounds_to_chip minimum lost_when",
    "pays": "win even_money",
}
PICTURED = {
    "bonus": "Some 21s pay a bonus",
    "super": "The super bonus",
}


def hand(picture: Pictured, **more: object) -> Hand:
    return Hand(tuple(card(text) for text in picture.cards if text), **more)  # type: ignore[arg-type]


def total(rules: TableRules, picture: Pictured) -> int:
    return counts_of(rules).total(hand(picture).cards).points


def dealer(rules: TableRules, picture: Pictured) -> DealerResult:
    held = hand(picture).cards
    return DealerResult(counts_of(rules).total(held).points, counts_of(rules).is_natural(held))


def test_every_field_of_play_is_expected_or_passed_over_on_purpose() -> None:
    for game in games():
        for path, _ in game.rules.cites:
            section, _, name = path.partition(".")
            if section in NOT_TOLD:
                known = path in ORDINARY or name in NOT_TOLD[section].split()
                assert known, f"{path} is neither in ORDINARY nor passed over"


def test_each_expectation_is_watched_once() -> None:
    watched = [path for each in DIFFERENCES for path in each.watches]
    assert sorted(watched) == sorted(ORDINARY)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_points_are_exactly_the_differences_and_each_has_its_clause(game: Game) -> None:
    points = differences(game.rules)
    expected = [each for each in DIFFERENCES if any(differs(game.rules, path) for path in each.watches)]
    assert len(points) == len(expected)
    assert all(point.cite for point in points)
    assert all(each.cite for each in buttons(game.rules))
    assert len({point.title for point in points}) == len(points)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_pictured_hand_is_what_it_is_said_to_be(game: Game) -> None:
    rules = game.rules
    shoe = {str(each) for each in rules.cards.shoe}
    points = {point.title: point for point in differences(rules)}
    for point in points.values():
        for picture in point.pictures:
            assert all((text in shoe) is not picture.gone for text in picture.cards), point.title
            assert all(picture.cards.count(text) <= rules.cards.decks for text in picture.cards)
            if number := re.match(r"(?:soft )?(\d+)\b(?! (?:to|each))", picture.says):
                low = 1 if picture.whose == "Doubled" and rules.double.first_two_aces_count_one else 0
                held = hand(picture).cards
                assert counts_of(rules).total(held, low).points == int(number[1]), (point.title, picture)
        two = {picture.whose: picture for picture in point.pictures}
        if set(two) == {"You", "Dealer"}:
            said = [word for word in RESULTS.values() if word in two["You"].says]
            verdict = compare(rules, hand(two["You"]), dealer(rules, two["Dealer"])) if said else None
            assert verdict is None or RESULTS[verdict.result] == said[0], point.title
    if rules.bonus is not None:
        pictures = {picture.whose: picture for picture in points[PICTURED["bonus"]].pictures}
        assert len(pictures) == len(rules.bonus.lines)
        for line in rules.bonus.lines:
            picture = pictures[bonus_words(rules, line)]
            assert bonus_line(rules, hand(picture)) == line
            assert picture.says == str(line.pays)
            split = bonus_line(rules, hand(picture, from_split=True))
            assert (split is not None) is rules.bonus.survives_split
            assert ("split" not in points[PICTURED["bonus"]].text) is rules.bonus.survives_split
    if rules.super_bonus is not None:
        mine, up = points[PICTURED["super"]].pictures
        assert is_super_bonus(rules, hand(mine), hand(up).cards[0])
    mine, dealers, natural = aim(rules).pictures
    assert compare(rules, hand(mine), dealer(rules, dealers)).result == "win"
    assert (total(rules, mine), total(rules, dealers)) == (19, 18)
    assert counts_of(rules).is_natural(hand(natural).cards)


def test_a_changed_choice_changes_the_page_and_no_game_is_asked_for_by_name() -> None:
    """The same rulebook with other choices tells other things; the code names no rulebook."""
    by_name = {game.name: {point.title for point in differences(game.rules)} for game in games()}
    assert "Double, and double again" in by_name["md-players-edge-21/default"]
    assert "Double, and double again" not in by_name["md-players-edge-21/eight-decks-monster-match"]
    assert "No hole card" in by_name["ma-pontoon-21/no-hole-card"]
    assert "No hole card" not in by_name["ma-pontoon-21/default"]
    as_dealt = {"The dealer hits soft 17", "You may surrender"}
    assert by_name["md-blackjack/as-dealt"] == as_dealt
    assert by_name["md-blackjack/default"] == as_dealt | {"Split aces play on"}
    labels = {game.name: [each.label for each in buttons(game.rules)] for game in games()}
    assert "Surrender" not in labels["md-blackjack/double-deck-progressives"]
    assert "Even money" in labels["md-blackjack/double-deck-progressives"]
    assert "Rescue" not in labels["md-blackjack/default"]
    web = Path(__file__).parents[2] / "src/vingt/web"
    for name in ("differences", "points", "points_of_play", "points_of_winning", "learning"):
        text = (web / f"lessons/{name}.py").read_text("utf-8")
        assert not re.search(r"rulebook\b|md-|ma-p|mbs|Maryland|Singapore", text.replace("rulebook's", "")), (
            name
        )


def test_a_game_in_a_sentence() -> None:
    told = {game.name: sentence(game.rules) for game in games()}
    assert games()[0].name == "md-blackjack/default"
    known = "Blackjack as you know it: six decks, blackjack pays 3 to 2; the dealer hits soft 17"
    assert told["md-blackjack/default"] == f"{known}, split aces play on and you may surrender."
    assert told["md-blackjack/as-dealt"] == f"{known} and you may surrender."
    assert "except that blackjack pays 6 to 5, " in told["md-blackjack/double-deck-progressives"]
    assert "doubled up to three times" in told["md-players-edge-21/default"]
    assert all(text.endswith(".") and len(text) < 170 for text in told.values())
    # Where a game is called known, every difference from the ordinary is told or among the few it lists.
    for game in games():
        text = told[game.name]
        asides = [point.aside for point in differences(game.rules) if point.aside]
        if text.startswith("Blackjack as you know it:"):
            assert all(aside in text for aside in asides), game.name
            assert all(point.aside or point.short for point in differences(game.rules)), game.name


def test_the_page_stands_alone_and_in_a_drawer(tmp_path: Path) -> None:
    known_edges(tmp_path)

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            for game in games():
                table = await here.table(game.name)
                page = await browser.get(f"/tables/{table.id}/how")
                assert page.status_code == 200
                for point in differences(game.rules):
                    assert point.title.replace("'", "&#39;") in page.text
                drawn = (await browser.get(f"/tables/{table.id}/how?drawer")).text
                assert drawn.startswith('<section class="drawn"')
                assert "<html" not in drawn
                assert " style=" not in page.text
                assert "<script" not in page.text

    asyncio.run(look())
