"""What is due next, and what follows by itself from what has happened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from vingt.core.cards import Card
from vingt.core.rounds.envy import pay_envy
from vingt.core.rounds.event import (
    CardCarriedOver,
    CardDealt,
    CardSetAside,
    DealerFinished,
    DoubleCardTurned,
    Event,
    ExposedCardTaken,
    HandFinished,
    HoleRevealed,
    RoundEnded,
    StageReached,
)
from vingt.core.rounds.legal import action, can_redouble, can_rescue, can_split, gets_no_more_cards
from vingt.core.rounds.order import caller_of, hand_to_play, settlement_order
from vingt.core.rounds.result import (
    DealerResult,
    HandVerdict,
    compare,
    counts_of,
    depends_on_dealer,
    is_natural,
    total_of,
)
from vingt.core.rounds.settle import busts_may_come_back, settle_main_wagers, settle_now
from vingt.core.rounds.side import dealer_hand_wanted, settle_sides, sides_open
from vingt.core.rounds.state import COMMUNITY, DEALER, Box, Hand, HandStatus, Question, RoundState, Stage
from vingt.core.rounds.switching import ask_to_switch
from vingt.core.rounds.turning import turned_over_21, turned_to_settle
from vingt.core.rules.table_rules import TableRules

LOWER = DealerResult(
    0
)  # whom every total beats: what a hand gets that is settled before the dealer has played

DecisionKind = Literal["action", "insurance"] | Question


@dataclass(frozen=True, slots=True)
class WagersDue:
    """The table is open for wagers."""


@dataclass(frozen=True, slots=True)
class CardDue:
    box: int
    hand: int
    face_up: bool


@dataclass(frozen=True, slots=True)
class DecisionDue:
    """`players` may answer; for insurance, each that has not, and `boxes` says for which box, one for one."""

    kind: DecisionKind
    box: int
    hand: int
    players: tuple[str, ...]
    boxes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceDue:
    device: Literal["card_reader", "reader_repair", "claim"]
    player: str = ""
    box: int = 0
    wager: str = ""


@dataclass(frozen=True, slots=True)
class TurnDue:
    """The hole card, which nobody knows, is to be turned."""


@dataclass(frozen=True, slots=True)
class NothingDue:
    """The round is over."""


Step = WagersDue | CardDue | DecisionDue | DeviceDue | TurnDue | NothingDue


def next_step(rules: TableRules, state: RoundState) -> Step:
    """What the round waits for. Chance and people are outside: a card, a decision, a device's answer."""
    if state.over:
        return NothingDue()
    if state.suspended:
        return DeviceDue("reader_repair")
    if state.asked:
        first = state.asked[0]
        questions = [question for question in state.asked if question.question == first.question]
        players = tuple(question.player for question in questions)
        boxes = tuple(question.box for question in questions)
        return DecisionDue(first.question, first.box, first.hand, players, boxes)
    match state.stage:
        case "betting":
            return WagersDue()
        case "deal":
            return initial_card(rules, state)
        case "insurance":
            waiting = [
                (box, bettor) for box in state.boxes for bettor in box.insurable if bettor.insurance is None
            ]
            boxes = tuple(box.number for box, _ in waiting)
            return DecisionDue("insurance", boxes[0], 0, tuple(each.player for _, each in waiting), boxes)
        case "check":
            return TurnDue() if state.reader_says_natural else DeviceDue("card_reader")
        case "play":
            return players_turn(rules, state)
        case "reveal" if state.hole_unseen:
            return TurnDue()
        case "reveal" | "dealer":
            return CardDue(DEALER, 0, True)
        case "initial_wagers" | "settlement":  # what needs nobody has happened
            claim = state.claims[0]
            return DeviceDue("claim", claim.player, claim.box, claim.wager)
        case "over" | "void":
            return NothingDue()


def initial_card(rules: TableRules, state: RoundState) -> CardDue:
    target = state.queue[0]
    if target == DEALER:
        return CardDue(DEALER, 0, not state.dealer and rules.deal.dealer_first_card == "face_up")
    if target == COMMUNITY:
        return CardDue(COMMUNITY, 0, True)
    box = state.box(target)
    assert box is not None
    face_word = rules.deal.second_card if box.hands[0].cards else rules.deal.first_card
    return CardDue(target, 0, face_word == "face_up")


def players_turn(rules: TableRules, state: RoundState) -> Step:
    turn = hand_to_play(rules, state)
    assert turn is not None
    box, at, hand = turn
    if hand.card_due or len(hand.cards) < 2:
        if len(hand.cards) < 2 and not hand.from_split:  # the second card, that was missed
            return CardDue(box.number, at, rules.deal.second_card == "face_up")
        return CardDue(box.number, at, drawn_face_up(rules, hand))
    return DecisionDue("action", box.number, at, (caller_of(rules, box, hand),))


def drawn_face_up(rules: TableRules, hand: Hand) -> bool:
    """Whether all may see the next card that is drawn to a hand, doubled or not."""
    down = hand.doubles and rules.double.card_face == "face_down"
    return not down and rules.deal.drawn_cards == "face_up"


# -- what follows by itself --------------------------------------------------------------------------------


def consequences(rules: TableRules, state: RoundState) -> list[Event]:
    """The next events that need nobody: empty when something is due from outside."""
    if state.suspended or state.asked:
        return []
    match state.stage:
        case "deal":
            return [] if state.queue else [StageReached("initial_wagers")]
        case "initial_wagers":
            return [*settle_sides(rules, state), StageReached(after_initial_wagers(rules, state))]
        case "insurance":
            waiting = any(bettor.insurance is None for box in state.boxes for bettor in box.insurable)
            return [] if waiting else [StageReached(after_insurance(rules, state))]
        case "check":
            return after_check(rules, state)
        case "play":
            return playing(rules, state)
        case "reveal":
            return revealing(rules, state)
        case "dealer":
            return dealing_out(rules, state)
        case "settlement":
            return settling(rules, state)
        case "betting" | "over" | "void":
            return []


def after_initial_wagers(rules: TableRules, state: RoundState) -> Stage:
    if state.up is not None and state.up.rank in rules.insurance.up_cards:
        return "insurance"
    return after_insurance(rules, state)


def after_insurance(rules: TableRules, state: RoundState) -> Stage:
    """The reader is used on the up cards the rulebook names, and on no other."""
    if state.up is not None and rules.dealer.looks_under(state.up.rank) and not state.reader_out:
        return "check"
    return "play"


def after_check(rules: TableRules, state: RoundState) -> list[Event]:
    if state.reader_out:
        return [StageReached("play")]
    if state.reader_says_natural is None:
        return []
    if not state.reader_says_natural:
        return [*settle_sides(rules, state), StageReached("play")]
    if state.hole_unseen:
        return []
    if state.hole_hidden:
        assert state.hole is not None
        return [HoleRevealed(state.hole)]
    return [finish_dealer(rules, state), StageReached("settlement")]


def playing(rules: TableRules, state: RoundState) -> list[Event]:
    turn = hand_to_play(rules, state)
    if turn is None:
        return [StageReached("reveal")]
    box, at, hand = turn
    if question := ask_to_switch(rules, state, box):
        return question
    barred = gets_no_more_cards(rules, state, box, hand)
    if barred and not (hand.card_due or action(rules, state, box.number, at, "surrender").allowed):
        stands = rules.cite("irregularity.refused_exposed_card")
        return finished_hand(rules, state, box, at, hand) or [HandFinished(box.number, at, "stood", stands)]
    if hand.card_due or len(hand.cards) < 2:
        if state.exposed is not None:
            return take_exposed(state.exposed, box.number, at)
        return []
    if not hand.live:
        return [HandFinished(box.number, at, "stood", rules.cite("play.direction"))]
    return finished_hand(rules, state, box, at, hand)


def finished_hand(rules: TableRules, state: RoundState, box: Box, at: int, hand: Hand) -> list[Event]:
    """Ends a hand that can do nothing more, and settles it where the rulebook settles it at once."""
    if hand.unseen:  # nobody knows what it comes to: it is turned at settlement (MD-BJ 10.C, reading J-93)
        stands = rules.cite("double.cards_dealt", "double.card_face")
        return [HandFinished(box.number, at, "stood", stands)]
    points = total_of(rules, hand).points
    if points > 21:
        verdict = compare(rules, hand, LOWER)
        shown = turned_over_21(rules, box, at, hand)
        ended = HandFinished(box.number, at, "busted", verdict.cite)
        return [*shown, ended, *settle_now(rules, state, box, at, hand, verdict)]
    if is_natural(rules, hand):
        return finished_natural(rules, state, box, at, hand)
    if points >= rules.play.no_draw_from:
        if hand.doubles and can_rescue(rules, hand) and rules.twenty_one.paid != "at_once":
            return []
        return finished_21(rules, state, box, at, hand)
    status: HandStatus = "stood"
    if hand.doubles and not can_rescue(rules, hand) and not can_redouble(rules, hand):
        return [HandFinished(box.number, at, status, rules.cite("double.cards_dealt"))]
    one_card_only = hand.split_aces and not rules.split.aces_draw
    if one_card_only and not can_split(rules, box, hand):
        return [HandFinished(box.number, at, status, rules.cite("split.aces_draw"))]
    return []


def finished_natural(rules: TableRules, state: RoundState, box: Box, at: int, hand: Hand) -> list[Event]:
    checked = state.up is not None and state.up.rank in rules.dealer.checked_up_cards
    field = "natural.paid_against_checked_up_card" if checked else "natural.paid_against_plain_up_card"
    when = rules.natural.paid_against_checked_up_card if checked else rules.natural.paid_against_plain_up_card
    events: list[Event] = [HandFinished(box.number, at, "natural", rules.cite("natural.name", field))]
    # A reader that is out of use leaves a dealer natural possible; then only a natural that beats it is paid.
    beats_all = rules.settles.result("natural", "natural") == "win"
    safe = not checked or state.reader_says_natural is False or beats_all
    if when == "at_once" and safe:
        verdict = replace(compare(rules, hand, LOWER), cite=rules.cite(field))
        events.extend(settle_now(rules, state, box, at, hand, verdict))
    return events


def finished_21(rules: TableRules, state: RoundState, box: Box, at: int, hand: Hand) -> list[Event]:
    cite = rules.cite("play.no_draw_from")
    events: list[Event] = [HandFinished(box.number, at, "twenty_one", cite)]
    if rules.twenty_one.paid == "at_once":
        pays = compare(rules, hand, LOWER).pays
        verdict = HandVerdict("21", pays, rules.cite("twenty_one.paid"))
        events.extend(settle_now(rules, state, box, at, hand, verdict))
    return events


def take_exposed(card: Card, box: int, hand: int) -> list[Event]:
    return [ExposedCardTaken(box, hand), CardDealt(box, hand, card, True)]


def revealing(rules: TableRules, state: RoundState) -> list[Event]:
    """The dealer's second card is shown, or taken now in a game without hole card if anything hangs on it."""
    if state.hole_unseen:
        return []
    if state.hole_hidden:
        assert state.hole is not None
        return [HoleRevealed(state.hole)]
    if state.hole is None:
        if second_card_wanted(rules, state):
            return take_exposed(state.exposed, DEALER, 0) if state.exposed is not None else []
        return [*discard_exposed(rules, state), StageReached("settlement")]
    settled = settle_sides(rules, state)
    if counts_of(rules).is_natural(state.dealer):
        return [*settled, finish_dealer(rules, state), StageReached("settlement")]
    return [*settled, StageReached("dealer")]


def second_card_wanted(rules: TableRules, state: RoundState) -> bool:
    """In a game without hole card the dealer's second card is left out when nothing can hang on it (I-29)."""
    if rules.dealer.draws_when_idle or sides_open(state):
        return True
    counts = counts_of(rules)
    natural = state.up is not None and (state.up.rank == "A" or counts.is_ten_value(state.up.rank))
    for _, _, hand in state.hands():
        for stake in hand.stakes:
            if not stake.open:
                continue
            if stake.surrendered or hand.unseen or depends_on_dealer(rules, hand, natural_possible=natural):
                return True
    return natural and busts_may_come_back(rules, state)


def dealing_out(rules: TableRules, state: RoundState) -> list[Event]:
    if must_draw(rules, state.dealer) and further_cards_wanted(rules, state):
        return take_exposed(state.exposed, DEALER, 0) if state.exposed is not None else []
    return [*discard_exposed(rules, state), finish_dealer(rules, state), StageReached("settlement")]


def must_draw(rules: TableRules, dealer: tuple[Card, ...]) -> bool:
    total = counts_of(rules).total(dealer)
    if total.soft and total.points == rules.dealer.stands_on_hard:
        return rules.dealer.hits_soft_17
    return total.points < rules.dealer.stands_on_hard


def further_cards_wanted(rules: TableRules, state: RoundState) -> bool:
    """No card is drawn when it can change nothing, unless a side wager needs the hand completed."""
    if rules.dealer.draws_when_idle or dealer_hand_wanted(rules, state):
        return True
    return any(
        any(stake.open and not stake.surrendered for stake in hand.stakes)
        and (hand.unseen or depends_on_dealer(rules, hand))
        for _, _, hand in state.hands()
    )


def discard_exposed(rules: TableRules, state: RoundState) -> list[Event]:
    if state.exposed is None:
        return []
    fate = rules.irregularity.unusable_exposed_card
    return [CardSetAside(state.exposed, "exposed", fate, rules.cite("irregularity.unusable_exposed_card"))]


def leave_over(rules: TableRules, state: RoundState) -> list[Event]:
    """An extra card the round did not use: exposed, it is set aside; unexposed, it stays the next card."""
    if state.held_card is not None:
        carried = CardCarriedOver(rules.cite("irregularity.unexposed_extra_card"))
        return [*discard_exposed(rules, state), carried]
    return discard_exposed(rules, state)


def finish_dealer(rules: TableRules, state: RoundState) -> DealerFinished:
    counts = counts_of(rules)
    natural = counts.is_natural(state.dealer)
    cite = rules.cite("natural.name") if natural else rules.cite("dealer.stands_on_hard", "dealer.soft17")
    return DealerFinished(counts.total(state.dealer).points, natural, cite)


def turn_hands(rules: TableRules, state: RoundState) -> list[Event]:
    """Players' cards that still lie face down are turned before anything is settled by them."""
    return [
        event
        for box, at, hand in settlement_order(rules, state)
        for event in turned_to_settle(rules, box, at, hand)
    ]


def turn_doubles(rules: TableRules, state: RoundState) -> list[Event]:
    """Cards of doubles that lie face down are turned; a hand that was over 21 all the while loses now."""
    events: list[Event] = []
    for box, at, hand in settlement_order(rules, state):
        cite = rules.cite("double.card_face")
        events += [DoubleCardTurned(box.number, at, card, cite) for card in hand.unseen if card is not None]
        if hand.status == "stood" and hand.live and total_of(rules, hand).points > 21:
            events += finished_hand(rules, state, box, at, hand)
    return events


def settling(rules: TableRules, state: RoundState) -> list[Event]:
    """Side wagers the dealer's hand decides, then the main wagers, then envy; claims wait for a device."""
    if shown := turn_hands(rules, state) or turn_doubles(rules, state):
        return shown
    events = settle_sides(rules, state)
    if state.dealer_done or state.hole is None:
        events.extend(settle_main_wagers(rules, state))
    if events:
        return events
    if state.claims:
        return []
    return [*pay_envy(rules, state), *leave_over(rules, state), RoundEnded()]
