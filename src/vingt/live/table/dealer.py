"""The automatic dealer does what is due (`duty`). Cards, the close of betting and the card reader come from
here only; when a clock runs out its default is given, and recorded so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vingt.core.cards import Card
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.procedure import CardDue, DecisionDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import counts_of
from vingt.core.rounds.state import DEALER as DEALERS_HAND
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe
from vingt.core.shoe import procedure as shoe
from vingt.core.shoe.state import evolve_shoe
from vingt.core.wager_kind import MAIN
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.kinds import AnyEvent
from vingt.live.log.store import NewEvent
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import ShoeSource
from vingt.live.table import pause
from vingt.live.table.duty import Duty, burn_due
from vingt.live.table.state import HeldBox, TableState

DEALER = "dealer"  # the actor of what the automatic dealer does


def default_answer(round_: RoundState, due: DecisionDue) -> tuple[str, c.Command]:
    """What the clock answers: no insurance, cards kept, stand, no joining, stay on the first hand, keep the
    double; the missed card is taken late, for it was asked or wagered for."""
    if due.kind == "insurance":
        for box in round_.boxes:
            for bettor in box.insurable:
                if bettor.insurance is None:
                    return bettor.player, c.DeclineInsurance(bettor.player, box.number)
    question = round_.asked[0] if round_.asked else None
    if question is not None and question.question == "switch":
        return question.player, c.KeepCards(question.player, question.box, question.hand)
    if question is not None and question.question == "join_double":
        return question.player, c.DeclineDouble(question.player, question.box, question.hand)
    if question is not None and question.question == "cover_split":
        return question.player, c.StayOnHand(question.player, question.box, question.hand)
    if question is not None and question.question in ("late_second_card", "late_drawn_card"):
        return question.player, c.TakeLateCard(question.player, question.box, question.hand)
    player = due.players[0]
    return player, c.Stand(player, due.box, due.hand)


class Dealer:
    """Does the duties of one table: from its state to events ready to be stored."""

    def __init__(self, rules: TableRules, orders: Orders, source: ShoeSource) -> None:
        self.rules, self.orders, self.source = rules, orders, source

    def perform(self, state: TableState, what: Duty) -> list[NewEvent]:
        match what.what:
            case "eject":
                raise ValueError("who leaves is the table's own affair: money goes with them")
            case (
                "contribute"
                | "pay_claim"
                | "pay_held"
                | "restore_meter"
                | "show_prizes"
                | "spin_wheel"
                | "stop_wheel"
            ):
                raise ValueError("meters and wheels are the desk's")
            case "deal":
                return self.deal(state)
            case "answer":
                return self.answer(state, what)
            case "close_betting":
                ran_out = [t.ClockRanOut("betting", "")] if what.clock else []
                return [*stored(ran_out), *self.command(state, c.CloseBetting())]
            case "check":
                return self.check(state)
            case "start_round":
                return stored([pause.next_round(state)])
            case "shuffle":
                return stored(self.orders.shuffle(self.rules, state.shoe, self.source))
            case "prepare":
                return stored(self.prepare(state))
            case "cut":
                return stored(self.cut(state))
            case "refill":
                return self.refill(state)
            case "burn_from_discards":
                return self.burn_from_discards(state)
            case "burn_before_round":
                return self.burn_before_round(state)
            case "draw_determinant":
                return self.draw_determinant(state)
            case "reveal":
                return stored([self.orders.reveal(number) for number in state.shoe.sealed_shoes])
            case "end_shoe":
                return stored(self.ended(state))
            case "reshuffle":
                return stored(shoe.all_end(self.rules, state.shoe, "ordered"))
            case "release_seats":
                boxes = [each for each in what.about if isinstance(each, HeldBox)]
                return stored(self.released(state, boxes))
            case "empty_table":
                seats = [t.SeatLeft(seat.person, seat.box) for seat in state.held]
                chips = [t.CashedOut(person, rack) for person, rack in state.racks.items() if rack]
                return stored([*seats, *chips])
            case "end_idle_shoe":
                ended = shoe.end_when_idle(self.rules, state.shoe)
                return stored(ended or shoe.all_end(self.rules, state.shoe, "idle"))
            case "void":
                return self.command(state, c.VoidRound("the table cannot supply what the round waits for"))

    def begin_anew(self, state: TableState) -> list[NewEvent]:
        """Cards of this shoe may be known to somebody: wagers go back, the shoe ends and is laid open."""
        events: list[NewEvent] = []
        round_ = state.round
        for command in giving_back(state):
            if isinstance(command, c.WithdrawWager) and not lying(round_, command):
                continue  # it went back together with one before it
            advanced = advance(self.rules, round_, command)
            assert not isinstance(advanced, Refusal), advanced
            round_ = advanced[0]
            events += stored((t.Commanded(command), *advanced[1]))
        ends = shoe.all_end(self.rules, state.shoe, "history_lost")
        numbers = (*state.shoe.sealed_shoes, *(ended.shoe for ended in ends))
        return [*events, *stored(ends), *stored([self.orders.reveal(number) for number in numbers])]

    def released(self, state: TableState, boxes: Sequence[HeldBox]) -> Iterator[AnyEvent]:
        """Boxes given up for those who are gone; who was to cut has declined."""
        for each in boxes:
            yield t.ClockRanOut("seat", each.person, each.box)
            yield t.SeatLeft(each.person, each.box)
        for person in dict.fromkeys(each.person for each in boxes):
            declined = shoe.decline_cut(self.rules, state.shoe, person)
            if not isinstance(declined, Refusal):
                yield declined

    # -- the round -----------------------------------------------------------------------------------------

    def command(self, state: TableState, command: c.Command, drawn: Sequence[t.Place] = ()) -> list[NewEvent]:
        """What the engine makes of the dealer's own command; should it refuse, the wagers go back."""
        advanced = advance(self.rules, state.round, command)
        if isinstance(advanced, Refusal):
            command = c.VoidRound(str(advanced))
            drawn = ()
            advanced = advance(self.rules, state.round, command)
            assert not isinstance(advanced, Refusal), advanced
        return [codec.new(each, drawn, actor=DEALER) for each in (t.Commanded(command), *advanced[1])]

    def deal(self, state: TableState) -> list[NewEvent]:
        place = state.shoe.next_place
        assert place is not None
        due = next_step(self.rules, state.round)
        assert isinstance(due, CardDue)
        held = state.shoe.held is not None  # it is out of the shoe already
        cover = None if held else shoe.cover_card(self.rules, state.shoe, due.box)
        by_hand, hole = not state.dealing.automatic, due.box == DEALERS_HAND and not due.face_up
        if by_hand and hole and not held:  # who deals turns it
            dealt = self.command(state, c.DealUnseen())
        else:
            dealt = self.command(state, c.Deal(self.orders.card_at(place)), (place,))
        return [*stored([cover] if cover else []), *dealt]

    def hole_card(self, state: TableState) -> Card:
        """The one that lies there, of the house's own shoe, and is not turned yet."""
        assert state.shoe.unseen is not None
        return self.orders.card_at(state.shoe.unseen)

    def turn(self, state: TableState) -> list[NewEvent]:
        return self.command(state, c.TurnHoleCard(self.hole_card(state)))

    def check(self, state: TableState) -> list[NewEvent]:
        if not state.round.hole_unseen:
            return self.command(state, c.CheckHoleCard())
        assert state.round.up is not None
        natural = counts_of(self.rules).is_natural((state.round.up, self.hole_card(state)))
        return self.command(state, c.ReadHoleCard(natural))

    def answer(self, state: TableState, what: Duty) -> list[NewEvent]:
        due = next_step(self.rules, state.round)
        assert isinstance(due, DecisionDue)
        person, command = default_answer(state.round, due)
        box, hand = getattr(command, "box", 0), getattr(command, "hand", 0)
        ran_out = t.ClockRanOut(what.clock or "", person, box, hand)
        return [*stored([ran_out]), *self.command(state, command)]

    # -- the shoe ------------------------------------------------------------------------------------------

    def prepare(self, state: TableState) -> Sequence[AnyEvent]:
        return shoe.next_events(self.rules, state.shoe, state.company, self.source.cut)

    def cut(self, state: TableState) -> Sequence[AnyEvent]:
        offered = state.shoe.cut_offered
        assert offered is not None
        place = self.source.cut(offered.least, offered.most)
        ran_out = t.ClockRanOut("cut", offered.person, offered.box)
        return [ran_out, shoe.dealer_cut(self.rules, state.shoe, place)]

    def refill(self, state: TableState) -> list[NewEvent]:
        """The shoe is empty in a round: the discards are shuffled; then they are cut and burned from."""
        discards = list(shoe.discard_rack(self.rules.cards.shoe, state.round, state.shoe))
        if state.round.hole_unseen:
            discards.remove(self.hole_card(state))
        burns = self.rules.irregularity.shoe_runs_short_burns
        if len(discards) <= burns:
            return self.command(state, c.VoidRound("all cards are on the table"))
        ended = shoe.end(self.rules, state.shoe, "ran_short")
        cards = evolve_shoe(state.shoe, ended)
        return stored([ended, *self.orders.shuffle(self.rules, cards, self.source, discards)])

    def ended(self, state: TableState) -> Sequence[AnyEvent]:
        """Each stack that has come to its end, and every one where the floor or the closing ends them all."""
        ends = {each.shoe: each for each in shoe.ends_after_round(self.rules, state.shoe)}
        if state.closed or state.reshuffle_by or not ends:
            why: t.ShoeEnd = "ordered" if state.reshuffle_by and not state.closed else "table_closed"
            ends = {each.shoe: each for each in shoe.all_end(self.rules, state.shoe, why)} | ends
        return tuple(ends.values())

    def draw_determinant(self, state: TableState) -> list[NewEvent]:
        drawn = double_shoe.determinant(self.rules, state.shoe, self.orders.card_at, state.round.queue[0])
        return stored(drawn) or self.command(state, c.VoidRound("no determinant card is left"))

    def burn_before_round(self, state: TableState) -> list[NewEvent]:
        """The cover card may be the first to come: it is put aside, and the round completed."""
        burned = burn_due(self.rules, state)
        assert burned is not None
        cover = shoe.cover_card(self.rules, state.shoe, state.round.queue[0])
        return stored([*([cover] if cover else []), burned])

    def burn_from_discards(self, state: TableState) -> list[NewEvent]:
        burns = self.rules.irregularity.shoe_runs_short_burns
        places = [t.Place(state.shoe.number, at) for at in range(burns)]
        burned = tuple(self.orders.card_at(place) for place in places)
        return self.command(state, c.ReportShoeEmpty(burned), places)


def giving_back(state: TableState) -> list[c.Command]:
    """Wagers that can still be taken back are; a round that has begun is void."""
    if not state.round_open:
        return []
    if not state.betting:
        return [c.VoidRound("a part of the log was lost")]
    last_first = [(box.number, bettor) for box in state.round.boxes for bettor in reversed(box.bettors)]
    sides = [
        c.WithdrawWager(bettor.player, box, side.wager) for box, bettor in last_first for side in bettor.sides
    ]
    return [*sides, *(c.WithdrawWager(bettor.player, box) for box, bettor in last_first if bettor.main)]


def lying(round_: RoundState, taken: c.WithdrawWager) -> bool:
    box = round_.box(taken.box)
    bettor = box.bettor(taken.player) if box is not None else None
    if bettor is None:
        return False
    return bool(bettor.main) if taken.wager == MAIN else bettor.side(taken.wager) is not None


def stored(events: Iterable[AnyEvent]) -> list[NewEvent]:
    return [codec.new(event, actor=DEALER) for event in events]
