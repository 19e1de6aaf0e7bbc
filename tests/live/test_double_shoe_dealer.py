"""A double shoe that a person deals: two sides opened apart, a determinant card drawn in its turn, each side
ended, counted and reshuffled by itself."""

from __future__ import annotations

from tests.live.two_stacks import OTHER, RULES, TwoStacks, counts, of_decks, stored
from tests.proof import checked, clause
from vingt.live.table import commands as ask
from vingt.report.docket.paper_table import FLOOR


@checked("MD-BJ 2.I")
@clause("MD-BJ 3.C(1)", "MD-BJ 4.F", "MD-BJ 4.G", "MD-BJ 7.C", "MD-BJ 3.C(2)")
def test_the_sides_are_received_spread_washed_and_loaded_apart_and_nothing_is_burned() -> None:
    dealt = TwoStacks(RULES, "guided", 1)
    table = dealt.table
    opening = [each for each in dealt.steps if each.id.endswith(" side")]
    left, right = (
        [each.id for each in opening if each.id.endswith(side)] for side in ("left side", "right side")
    )
    assert [each.id for each in opening] == left + right
    assert [each.partition("#")[0] for each in left] == [
        "receive_decks",
        "sides_of_equal_decks_and_two_colours",
        "inspect_decks",
        "spread_face_up",
        "fan_by_deck_suit_and_rank",
        "first_player_looks",
        "turn_down_wash_and_stack",
    ]
    cites = {each.id: each.cite.clauses for each in dealt.steps}
    for side in ("left side", "right side"):
        assert "MD-BJ 3.C(1)" in cites[f"sides_of_equal_decks_and_two_colours#{side}"]
        assert {"MD-BJ 4.F", "MD-BJ 4.G"} <= {*cites[f"spread_face_up#{side}"]}
        assert {"MD-BJ 4.F", "MD-BJ 4.G"} <= {*cites[f"turn_down_wash_and_stack#{side}"]}
    assert dealt.words("load_shoe") == [f"Put the stack into the {side} side of the shoe" for side in OTHER]
    assert "MD-BJ 2.I" in cites["setup_sheet"]
    assert len(dealt.words("place_cover_card")) == 2
    table.must(table.deal(FLOOR, ask.TakeTable()))  # relieved: who comes burns nothing either
    dealer = table.state.dealing.dealer
    table.must(table.step("dealers_conduct", person=dealer))
    assert not stored(table, "cards_burned")
    assert not {"burn", "waive_relief_burn"} & {each.id for each in dealt.steps}
    assert table.verified().problems == []


@clause("MD-BJ 7.C(1)", "MD-BJ 7.C(2)", "MD-BJ 7.C(3)", "MD-BJ 7.D", "MD-BJ 7.E(2)")
def test_a_dealer_draws_the_determinant_card_in_turn_and_ends_the_side_whose_cover_card_came() -> None:
    dealt = TwoStacks(of_decks(2), "guided", 2, boxes=4)
    while not stored(dealt.table, "shoe_ended"):
        dealt.round()
    drawn = dealt.words("draw_determinant")
    assert drawn[:3] == [
        f"Draw the determinant card from the {side} side" for side in ("left", "right", "left")
    ]
    (ended,) = stored(dealt.table, "shoe_ended")
    number, apart = ended.data["shoe"], {each.data["shoe"] for each in stored(dealt.table, "shoe_opened")}
    segregated = [
        each
        for each in stored(dealt.table, "determinant_drawn")
        if each.data["shoe"] == number and each.data["side"] != each.data["drawn_from"]
    ]
    words = dealt.words("end_shoe")[0]
    assert ("segregated area" in words) == bool(segregated)
    assert ("left" if number == 1 else "right") in words
    assert apart == {1, 2, 3}
    given = [words for words in dealt.words("deal") if words.startswith("Give the determinant card")]
    matches = [
        each
        for each in stored(dealt.table, "determinant_drawn")
        if each.data["side"] == each.data["drawn_from"]
    ]
    assert given == ["Give the determinant card to box 1"] * len(matches)
    assert dealt.table.verified().problems == []


@clause("MD-BJ 7.E(2)")
def test_real_cards_of_both_sides_are_entered_and_each_side_is_counted_whole() -> None:
    dealt = TwoStacks(of_decks(1), "scanned", 3)
    while len(counts(dealt.table)) < 4:
        dealt.round()
    assert set(map(str, counts(dealt.table))) == {"([], [])"}
    assert dealt.table.verified().problems == []


def test_a_floorperson_reshuffles_both_sides_and_an_idle_table_spreads_both() -> None:
    dealt = TwoStacks(of_decks(2), "guided", 8)
    table = dealt.table
    dealt.round()
    dealt.table.wager_all()
    dealt.go_on("start_round")
    table.must(table.step("order_reshuffle", person=FLOOR))
    assert [each.data["why"] for each in stored(table, "shoe_ended")] == ["ordered", "ordered"]
    dealt.go_on(lambda: table.state.betting)
    for seat in table.state.held:
        table.must(table.say(seat.person, ask.LeaveSeat(seat.box)))
    step = table.due
    assert step is not None
    assert step.id == "spread_cards"
    table.sign(step)
    assert [each.data["why"] for each in stored(table, "shoe_ended")] == ["ordered"] * 2 + ["idle"] * 2
    table.must(table.say("p1", ask.TakeSeat(1)))
    dealt.go_on(lambda: table.state.betting)
    looked = [each.id for each in dealt.steps if each.id.startswith("first_player_looks")][-2:]
    assert sorted(looked) == ["first_player_looks#left side", "first_player_looks#right side"]
    assert table.verified().problems == []
