"""A box without cards, a card that was missed, a card that the dealer passed over: who gets one after all,
and when, by each rulebook."""

from __future__ import annotations

import pytest

from tests.live.slow_deal import SlowDeal, offered, played
from tests.proof import clause
from vingt.core.cards import card
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.table_writer import Accepted
from vingt.live.table.mishaps import (
    BoxMissed,
    CardMissed,
    DealerCardMissed,
)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.M")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.M")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.G")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(h)#1")),
    ],
)
def test_a_box_without_cards_is_dead_and_its_wager_goes_back(rules: str) -> None:
    async def act(at: SlowDeal) -> None:
        assert isinstance(await at.table.live.stop_dealing("floor"), Accepted)
        assert isinstance(await at.table.live.report(BoxMissed(2), "floor", "floorperson"), Refusal), (
            "not yet"
        )
        assert isinstance(await at.table.live.resume_dealing("floor"), Accepted)
        await at.cards(1)
        assert isinstance(await at.table.live.stop_dealing("floor"), Accepted)
        await at.report(BoxMissed(2))
        assert "box 2: dead, and its wager goes back" in at.orders()
        assert at.state.rack(at.bob) == 100_000
        assert isinstance(await at.table.live.resume_dealing("floor"), Accepted)
        await at.cards(3)
        assert [len(box.hands[0].cards) for box in at.state.round.boxes] == [2, 0]
        await at.play_out()
        (paid,) = [each for each in at.state.last_rounds[0].payments if each.player == at.bob]
        assert (paid.outcome, paid.net) == ("dead-hand", 0)

    played(rules, "Ks 9h 9s 8c 6d 2h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.N")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.N")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.H")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(h)#2")),
    ],
)
@pytest.mark.parametrize("answer", ["take_late_card", "give_up_hand", "the clock"])
def test_who_got_one_card_chooses_the_second_after_all_others(rules: str, answer: str) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(3)  # ann, bob, dealer
        await at.report(BoxMissed(1))
        prompt = next(each for each in at.table.live.view(at.ann).prompts if each.kind == "late_card")
        assert [each.allowed for each in prompt.choices] == [True, True]
        assert not [each for each in at.table.live.view(at.bob).prompts if each.urgent]
        if answer == "the clock":
            await at.table.run_out()
        else:
            assert isinstance(await at.table.say(at.ann, answer, box=1), Accepted)
        await at.cards(3)
        ann, bob = (box.hands[0] for box in at.state.round.boxes)
        if answer == "give_up_hand":
            assert (len(ann.cards), at.state.rack(at.ann)) == (1, 100_000)
        else:
            assert bob.cards == (card("8h"), card("9s")), "the others' second cards come first"
            assert ann.cards == (card("Ks"), card("8c"))

    played(rules, "Ks 8h 9h 9s 8c 6d 2h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.O(1)", "MD-P21 13.O(2)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.O(1)", "MD-PE21 13.O(2)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.J(1)", "MD-BJ 14.J(2)")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(i)#1", "MA-P21 15(i)#2")),
    ],
)
@pytest.mark.parametrize("takes", [True, False])
def test_a_missed_card_comes_after_the_others_or_the_hand_is_dead(rules: str, takes: bool) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        first, second = (at.ann, 1), (at.bob, 2)
        if at.table.live.view(at.bob).you.waited_for:  # type: ignore[union-attr]
            first, second = second, first
        await at.table.say(first[0], "hit", box=first[1])
        await at.report(CardMissed(first[1]))
        await at.table.say(first[0], "take_late_card" if takes else "give_up_hand", box=first[1])
        await at.table.say(second[0], "stand", box=second[1])
        if takes:
            await at.cards(1)
            assert len(at.state.round.box(first[1]).hands[0].cards) == 3
            assert at.state.round.hole_hidden, "before the hole card is shown"
        else:
            assert at.state.rack(first[0]) == 100_000
        await at.play_out()

    played(rules, "5s 5h 6h 6s 6c Kd 2h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.J")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.J")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.E")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(f)")),
    ],
)
def test_a_card_the_dealer_passed_over_comes_after_the_players_two(rules: str) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(2)
        await at.report(DealerCardMissed())
        await at.cards(2)
        assert [len(box.hands[0].cards) for box in at.state.round.boxes] == [2, 2]
        assert at.state.round.dealer == ()
        await at.cards(2)
        assert len(at.state.round.dealer) == 2

    played(rules, "9s 9h Kh Ks 8c 7d 2h 3d 4c 5s", act)


@clause("MBS-P 5.2")
def test_at_marina_bay_a_misdeal_voids_the_round_and_a_missed_card_is_the_floors_to_decide() -> None:
    async def misdealt(at: SlowDeal) -> None:
        await at.cards(1)
        assert "missed_box" not in offered(at, "dealer"), "the floor says whether it can be reconstructed"
        await at.report(BoxMissed(2))
        assert [each.player for each in at.state.payments] == [at.ann, at.bob]
        assert at.state.last_rounds[0].void
        assert at.clauses() == {"MBS-P 5.2"}

    async def missed(at: SlowDeal) -> None:
        await at.cards(5)
        mine = at.ann if at.table.live.view(at.ann).you.waited_for else at.bob  # type: ignore[union-attr]
        box = 1 if mine == at.ann else 2
        await at.table.say(mine, "hit", box=box)
        assert "missed_card" not in offered(at, "dealer")
        assert str(await at.table.live.report(CardMissed(box), "dee", "dealer")) == "this needs a floorperson"
        await at.report(CardMissed(box))
        assert at.state.last_rounds[0].void

    played("mbs-pontoon", "9s 9h Kh 6s 6c 7d 2h 3d 4c 5s", misdealt)
    played("mbs-pontoon", "5s 5h Kh 6s 6c 7d 2h 3d 4c 5s", missed)
