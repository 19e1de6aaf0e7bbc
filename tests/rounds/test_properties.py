"""What holds in every round: random permitted tables of all five rulebooks, commands legal and illegal."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.rounds.books import Ledger, Shown, cards_in
from tests.rounds.permitted import tables
from tests.rounds.stream import Stream, taken_from_shoe
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.decide import advance, decide
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.legal import Action, legal
from vingt.core.rounds.order import caller_of
from vingt.core.rounds.procedure import CardDue, DecisionDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import Box, Hand, RoundState, new_round
from vingt.core.rounds.view import view
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook.library import RULEBOOKS

TAPE = 400  # bytes; a command takes about three
STEPS_MAX = 900  # far more than any round needs once the tape has run out


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
@given(data=st.data(), tape=st.binary(min_size=TAPE, max_size=TAPE).map(lambda tape: tape.rstrip(b"\0")))
def test_every_round_keeps_its_promises(rulebook: str, data: st.DataObject, tape: bytes) -> None:
    Round(data.draw(tables(rulebook)).rules, tape).play()


@pytest.mark.parametrize(
    "variation",
    [
        {"variant": "switch"},
        {"variant": "electronic", "electronic_community_cards": "first_card"},
        {"variant": "electronic", "electronic_community_cards": "first_two_cards"},
    ],
    ids=lambda variation: " ".join(variation.values()),
)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), tape=st.binary(min_size=TAPE, max_size=TAPE).map(lambda tape: tape.rstrip(b"\0")))
def test_every_round_of_a_variation_keeps_its_promises(
    variation: dict[str, str], data: st.DataObject, tape: bytes
) -> None:
    chosen = data.draw(tables("md-blackjack"))
    others = (choice for choice in chosen.choices if choice[0] not in variation)
    rules = chosen._replace(choices=(*variation.items(), *others)).rules
    Round(rules, tape).play()


@contextmanager
def comes_to_rest(seconds: float = 20) -> Iterator[None]:
    """One command's consequences must end by themselves."""

    def stop(*_: object) -> None:
        raise AssertionError("the consequences of one command never end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Round:
    """A round under watch: after every command everything that must always hold is checked."""

    def __init__(self, rules: TableRules, tape: bytes) -> None:
        self.rules = rules
        self.stream = Stream(rules, tape)
        self.state = new_round()
        self.events: list[e.Event] = []
        self.ledger = Ledger()
        self.shown = Shown()

    def play(self) -> None:
        for _ in range(STEPS_MAX):
            if self.state.over:
                break
            with comes_to_rest():
                self.give(self.stream.next(self.state))
        assert self.state.over, f"the round does not end: {next_step(self.rules, self.state)}"
        self.check_end()
        self.check_after()

    def give(self, command: c.Command) -> None:
        note(str(command))
        before = self.state
        advanced = advance(self.rules, before, command)
        if isinstance(advanced, Refusal):
            note(f"    refused: {advanced}")
            assert decide(self.rules, before, command) == advanced
            assert self.state is before
            return
        self.state, events = advanced
        assert events, f"accepted without any event: {command}"
        assert decide(self.rules, before, command) == events
        for card in taken_from_shoe(command, before):
            self.stream.shoe.take(card)
        for event in events:
            self.events.append(event)
            self.ledger.enter(event)
            self.shown.enter(event)
        self.check_split(before, events)
        self.check_extra_card(command, before)
        self.check()

    # -- what always holds ---------------------------------------------------------------------------------

    def check(self) -> None:
        self.ledger.check()
        self.check_cards()
        self.check_view()
        self.check_due()
        self.check_limits()
        self.check_hands()
        self.check_legal()

    def check_cards(self) -> None:
        """Every card lies in one place only, and none oftener than the shoe holds it."""
        removed = self.rules.cards.removed_ranks
        found = Counter({card: n for card, n in cards_in(self.state).items() if card.rank not in removed})
        taken = self.stream.shoe.holds - self.stream.shoe.left
        assert not found - taken, f"never drawn from the shoe: {found - taken}"
        assert all(count >= 0 for count in self.stream.shoe.left.values())
        in_hands = [card for _, _, hand in self.state.hands() for card in (*hand.cards, *self.state.dealer)]
        assert not any(card.rank in removed for card in in_hands)

    def check_view(self) -> None:
        """A player sees no hole card, no held card and no burned card before it is shown."""
        for role in ("player", "spectator", "dealer"):
            seen = view(self.state, role)
            assert seen.held_card is None
            hidden = cards_in(seen) - self.shown.cards
            assert not hidden, f"a {role} sees {', '.join(map(str, hidden))}"

    def check_due(self) -> None:
        """Only a player with money on the hand is asked to decide about it."""
        due = next_step(self.rules, self.state)
        if isinstance(due, CardDue):
            card = self.state.held_card or next(each for each in self.stream.shoe.holds)
            said = decide(self.rules, self.state, c.Deal(card))
            assert not isinstance(said, Refusal), f"a card is due and refused: {said}"
        if not isinstance(due, DecisionDue):
            return
        assert due.players
        if due.kind == "action":
            assert any(each.allowed for each in legal(self.rules, self.state, due.box, due.hand))
        player = due.players[0]
        found = self.state.box(due.box)
        assert found is not None
        stake = found.hands[due.hand].stake_of(player)
        assert stake is not None, f"{player} is asked ({due.kind}) and has no wager on the hand"
        assert stake.open, f"{player} is asked ({due.kind}) about a wager that is settled"
        assert not stake.surrendered, f"{player} is asked ({due.kind}) about a surrendered wager"
        if due.kind == "insurance":
            staking = [stake for _, _, hand in self.state.hands() for stake in hand.stakes if stake.open]
            assert set(due.players) <= {stake.player for stake in staking}

    def check_limits(self) -> None:
        """Boxes to a player, players to a box, hands to a box: as the submission says."""
        rules = self.rules
        boxes: dict[str, list[int]] = {}
        for box in self.state.boxes:
            for bettor in box.main_bettors:
                boxes.setdefault(bettor.player, []).append(box.number)
                assert rules.wagering.minimum <= bettor.main <= rules.wagering.maximum
            assert len(box.main_bettors) <= rules.boxes.bettors_max
            assert len(box.hands) <= rules.split.hands_max
        for player, mine in boxes.items():
            assert len(mine) <= rules.boxes_per_player
            gap = rules.boxes.adjacent_only and mine[-1] - mine[0] >= len(mine)
            assert not gap, f"{player} wagers on boxes {mine}"

        for player, mine in boxes.items():
            for number in mine:
                amounts = {self.main_of(player, each) for each in rules.variant.position_of(number)}
                assert len(amounts) == 1, f"{player} has unequal wagers at a position: {amounts}"

    def main_of(self, player: str, number: int) -> int:
        box = self.state.box(number)
        bettor = box.bettor(player) if box else None
        return bettor.main if bettor else 0

    def check_extra_card(self, command: c.Command, before: RoundState) -> None:
        """A card drawn by mistake goes where the rulebook sends it."""
        if not isinstance(command, c.ReportExtraCard):
            return
        rule = self.rules.irregularity
        if not command.exposed:
            fate: str = rule.unexposed_extra_card
        else:
            fate = rule.exposed_during_deal if before.queue else rule.exposed_extra_card
        aside = len(self.state.set_aside + self.state.burned) > len(before.set_aside + before.burned)
        if fate in ("discard", "burn"):
            assert aside, f"{command} is to be set aside ({fate})"
        else:
            assert not aside or not before.queue, f"{command} is not to be set aside ({fate})"

    def check_hands(self) -> None:
        for _, _, hand in self.state.hands():
            if hand.status == "surrendered":
                kept = [stake.player for stake in hand.stakes if stake.open and not stake.surrendered]
                assert not kept, f"surrendered for {kept}, who did not"
            if hand.status in ("busted", "dead"):
                # A co-bettor's surrender waits for the dealer's second card (MA-P21 8(a)(2), MBS-P 3.10.1).
                kept = [stake.player for stake in hand.stakes if stake.open and not stake.surrendered]
                assert not kept, f"a lost or dead hand keeps the wagers of {kept}"

    def check_split(self, before: RoundState, events: tuple[e.Event, ...]) -> None:
        """A split, and a co-bettor's answer to it, touches the hands of that split only."""
        for event in events:
            if not isinstance(event, e.WagerStayed | e.SplitCovered):
                continue
            asked = next(each for each in before.asked if each.player == event.player)
            old, new = before.box(event.box), self.state.box(event.box)
            assert old is not None
            assert new is not None
            for at, (was, now) in enumerate(zip(old.hands, new.hands, strict=True)):
                if at not in (asked.hand, asked.hand + 1):
                    assert was.stakes == now.stakes, f"{event} changed the wagers on hand {at}"

    # -- what `legal` says, `decide` does ------------------------------------------------------------------

    def check_legal(self) -> None:
        if self.state.over:
            return
        asked = {each.player for each in self.state.asked}
        for box in self.state.boxes:
            for at, hand in enumerate(box.hands):
                for found in legal(self.rules, self.state, box.number, at):
                    player = self.actor(box, hand, found)
                    if player not in asked:
                        self.check_action(found, player, box.number, at)
        for found in legal(self.rules, self.state, self.rules.box_count + 1, 0):
            assert not found.allowed
            self.check_action(found, "nobody", self.rules.box_count + 1, 0)

    def actor(self, box: Box, hand: Hand, action: Action) -> str:
        """Who would give this command: who calls the hand, or on a kept double who may still take it back."""
        if action.name == "rescue" and hand.status == "stood":
            for stake in hand.stakes:
                if stake.open and stake.raises:
                    return stake.player
        return caller_of(self.rules, box, hand)

    def check_action(self, found: Action, player: str, box: int, hand: int) -> None:
        said = decide(self.rules, self.state, ACTION_COMMANDS[found.name](player, box, hand))
        if not found.allowed:
            assert isinstance(said, Refusal), f"legal bars {found.name} ({found.why}), decide accepts it"
            assert said.cite == found.cite, f"{found.name} is barred by {found.cite}, refused by {said.cite}"
            return
        assert not isinstance(said, Refusal), f"legal permits {found.name}, decide refuses: {said}"
        if found.name == "double":
            for amount in (found.least, found.most):
                said = decide(self.rules, self.state, c.Double(player, box, hand, amount))
                assert not isinstance(said, Refusal), f"a double of {amount} is within the limits: {said}"
            for amount in (found.least - 1, found.most + 1):
                said = decide(self.rules, self.state, c.Double(player, box, hand, amount))
                assert isinstance(said, Refusal), f"a double of {amount} is beyond the limits"

    # -- when it is over -----------------------------------------------------------------------------------

    def check_end(self) -> None:
        self.ledger.check_closed()
        replayed = new_round()
        for event in self.events:
            replayed = evolve(replayed, event)
        assert replayed == self.state
        assert not self.state.claims
        for box in self.state.boxes:
            assert not any(hand.live for hand in box.hands)
            assert not any(bettor.insurance_open for bettor in box.bettors)
            assert not any(side.open for bettor in box.bettors for side in bettor.sides)
        if self.state.stage == "void" and self.rules.settlement.void_round_settled_wagers == "unwind":
            assert not any(self.ledger.players.values()), "a void round unwound leaves nobody better or worse"

    def check_after(self) -> None:
        """Nothing happens any more, except that a card drawn too many is set aside (13.I and its kin)."""
        for command in (c.VoidRound("too late"), c.CheckHoleCard(), c.Hit("ann", 1, 0), c.CloseBetting()):
            assert isinstance(decide(self.rules, self.state, command), Refusal)
        card = self.stream.shoe.draw()
        if card is not None:
            before = self.ledger.players.copy()
            self.give(c.ReportDealerOverdraw(card))
            assert self.ledger.players == before
            self.check_end()
