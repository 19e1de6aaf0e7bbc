"""Decisions of players: about a hand, about insurance, and co-bettors' answers to what the caller does."""

from __future__ import annotations

from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ActionName
from vingt.core.rounds.event import (
    Answered,
    Asked,
    CardRequested,
    Event,
    HandDoubled,
    HandFinished,
    HandRescued,
    HandSplit,
    HandSurrendered,
    InsuranceDeclined,
    InsurancePlaced,
    SplitCovered,
    WagerSettled,
    WagerStayed,
)
from vingt.core.rounds.legal import action, double_range, doubles_for_less
from vingt.core.rounds.order import caller_of
from vingt.core.rounds.refusal import EventsOrRefusal, Refusal
from vingt.core.rounds.result import is_natural
from vingt.core.rounds.settle import settle_rescue, settle_surrender, won
from vingt.core.rounds.state import Box, Hand, HandStake, OpenQuestion, Question, RoundState
from vingt.core.rounds.turning import turned, turned_for
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN


def barred(rules: TableRules, state: RoundState, command: c.HandCommand, name: ActionName) -> Refusal | None:
    """The action must be legal, and given by the player who calls this hand."""
    if any(question.player == command.player for question in state.asked):
        return Refusal(f"{command.player} must answer first: {state.asked[0].question.replace('_', ' ')}")
    right = action(rules, state, command.box, command.hand, name)
    if not right.allowed:
        return Refusal(right.why, right.cite)
    box = state.box(command.box)
    assert box is not None
    hand = box.hands[command.hand]
    if name == "rescue" and hand.status == "stood":
        return None
    caller = caller_of(rules, box, hand)
    if caller != command.player:
        return Refusal(f"{caller} decides for this hand", rules.cite("boxes.decided_by"))
    return None


def at(state: RoundState, command: c.HandCommand) -> tuple[Box, Hand]:
    box = state.box(command.box)
    assert box is not None
    return box, box.hands[command.hand]


def question_to(state: RoundState, command: c.HandCommand, question: Question) -> OpenQuestion | None:
    """The question this command answers. A wager that stays names another hand than the one asked about."""
    for open_question in state.asked:
        same_hand = open_question.hand == command.hand or isinstance(command, c.StayOnHand)
        if (
            open_question.question == question
            and (open_question.player, open_question.box) == (command.player, command.box)
            and same_hand
        ):
            return open_question
    return None


def answers(state: RoundState, command: c.HandCommand, question: Question) -> bool:
    return question_to(state, command, question) is not None


def answered(state: RoundState, command: c.HandCommand, question: Question, *, yes: bool) -> Answered:
    asked = question_to(state, command, question)
    assert asked is not None
    return Answered(question, asked.player, asked.box, asked.hand, yes)


def co_bettors(rules: TableRules, box: Box, hand: Hand) -> list[HandStake]:
    caller = caller_of(rules, box, hand)
    return [stake for stake in hand.stakes if stake.open and not stake.surrendered and stake.player != caller]


def hit(rules: TableRules, state: RoundState, command: c.Hit) -> EventsOrRefusal:
    return barred(rules, state, command, "hit") or [CardRequested(command.box, command.hand)]


def stand(rules: TableRules, state: RoundState, command: c.Stand) -> EventsOrRefusal:
    if answers(state, command, "rescue"):
        return [answered(state, command, "rescue", yes=False)]
    if refusal := barred(rules, state, command, "stand"):
        return refusal
    return [HandFinished(command.box, command.hand, "stood", rules.cite("play.no_draw_from"))]


def double(rules: TableRules, state: RoundState, command: c.Double) -> EventsOrRefusal:
    if answers(state, command, "join_double"):
        return join_double(rules, state, command)
    if refusal := barred(rules, state, command, "double"):
        return refusal
    box, hand = at(state, command)
    stake = hand.stake_of(command.player)
    assert stake is not None
    amount = double_amount(rules, hand, stake, command.amount)
    if isinstance(amount, Refusal):
        return amount
    questions = [
        Asked("join_double", bettor.player, command.box, command.hand)
        for bettor in co_bettors(rules, box, hand)
        if rules.boxes.co_bettor_doubles == "optional"
    ]
    doubled = HandDoubled(command.player, command.box, command.hand, amount)
    shown = turned_for(rules, box, command.hand, hand, "double")
    return [*shown, doubled, *questions, CardRequested(command.box, command.hand)]


def double_amount(rules: TableRules, hand: Hand, stake: HandStake, wanted: int | None) -> int | Refusal:
    least, most = double_range(rules, hand, stake)
    amount = most if wanted is None else wanted
    any_between = doubles_for_less(rules, hand)
    if not least <= amount <= most or (amount not in (least, most) and not any_between):
        to = "to" if any_between else "or"
        words = f"a double here is {f'{dollars(least)} {to} ' if least < most else ''}{dollars(most)}"
        return Refusal(words, rules.cite("double.up_to", "double.for_less", "double.minimum"))
    if amount % rules.wagering.chip_unit and amount != most:
        words = f"a wager is a multiple of the smallest chip, {dollars(rules.wagering.chip_unit)}"
        return Refusal(words, rules.cite("wagering.chip_unit"))
    return amount


def join_double(rules: TableRules, state: RoundState, command: c.Double) -> EventsOrRefusal:
    _, hand = at(state, command)
    stake = hand.stake_of(command.player)
    assert stake is not None
    amount = double_amount(rules, hand, stake, command.amount)
    if isinstance(amount, Refusal):
        return amount
    doubled = HandDoubled(command.player, command.box, command.hand, amount)
    return [doubled, answered(state, command, "join_double", yes=True)]


def decline_double(rules: TableRules, state: RoundState, command: c.DeclineDouble) -> EventsOrRefusal:
    if not answers(state, command, "join_double"):
        return Refusal("nobody asked to join a double", rules.cite("boxes.co_bettor_doubles"))
    return [answered(state, command, "join_double", yes=False)]


def rescue(rules: TableRules, state: RoundState, command: c.Rescue) -> EventsOrRefusal:
    question = answers(state, command, "rescue")
    if not question and (refusal := barred(rules, state, command, "rescue")):
        return refusal
    box, hand = at(state, command)
    stake = hand.stake_of(command.player)
    if stake is None or not stake.open or not stake.raises:
        return Refusal(f"{command.player} has no double on this hand", rules.cite("rescue.total_max"))
    events: list[Event] = [
        HandRescued(command.player, command.box, command.hand),
        settle_rescue(rules, box, command.hand, stake),
    ]
    if question:
        events.append(answered(state, command, "rescue", yes=True))
    elif hand.status == "doubled":
        events.append(HandFinished(command.box, command.hand, "stood", rules.cite("rescue.total_max")))
    return events


def split(rules: TableRules, state: RoundState, command: c.Split) -> EventsOrRefusal:
    if answers(state, command, "cover_split"):
        box, hand = at(state, command)
        stake = hand.stake_of(command.player)
        assert stake is not None
        covered = SplitCovered(command.player, command.box, asked_hand(state, command), stake.base)
        return [covered, answered(state, command, "cover_split", yes=True)]
    if refusal := barred(rules, state, command, "split"):
        return refusal
    box, hand = at(state, command)
    stake = hand.stake_of(command.player)
    assert stake is not None
    questions = [
        Asked("cover_split", bettor.player, command.box, command.hand)
        for bettor in co_bettors(rules, box, hand)
    ]
    shown = turned_for(rules, box, command.hand, hand, "split")
    return [*shown, HandSplit(command.player, command.box, command.hand, stake.base), *questions]


def asked_hand(state: RoundState, command: c.HandCommand) -> int:
    return next(
        question.hand
        for question in state.asked
        if (question.player, question.box) == (command.player, command.box)
    )


def stay_on_hand(rules: TableRules, state: RoundState, command: c.StayOnHand) -> EventsOrRefusal:
    if not answers(state, command, "cover_split"):
        return Refusal("nobody asked about a split", rules.cite("boxes.co_bettor_splits"))
    first = asked_hand(state, command)
    if command.hand not in (first, first + 1):
        return Refusal("name one of the two new hands", rules.cite("boxes.co_bettor_splits"))
    if rules.boxes.co_bettor_splits == "cover_or_first_hand" and command.hand != first:
        return Refusal("an uncovered wager stays on the first hand", rules.cite("boxes.co_bettor_splits"))
    stayed = WagerStayed(command.player, command.box, command.hand)
    return [stayed, answered(state, command, "cover_split", yes=False)]


def surrender(rules: TableRules, state: RoundState, command: c.Surrender) -> EventsOrRefusal:
    box = state.box(command.box)
    each_alone = rules.boxes.co_bettor_surrenders == "each"
    if each_alone and box is not None and command.hand < len(box.hands):
        right = action(rules, state, command.box, command.hand, "surrender")
        if not right.allowed:
            return Refusal(right.why, right.cite)
        if box.hands[command.hand].stake_of(command.player) is None:
            return Refusal(
                f"{command.player} has no wager on this hand", rules.cite("boxes.co_bettor_surrenders")
            )
    elif refusal := barred(rules, state, command, "surrender"):
        return refusal
    box, hand = at(state, command)
    leaving = [
        stake
        for stake in hand.stakes
        if stake.open and not stake.surrendered and (not each_alone or stake.player == command.player)
    ]
    if not leaving:
        return Refusal(f"{command.player} has surrendered already", rules.cite("surrender.window"))
    events = turned_for(rules, box, command.hand, hand, "surrender")
    events += [HandSurrendered(stake.player, command.box, command.hand) for stake in leaving]
    checked = state.up is not None and state.up.rank in rules.dealer.checked_up_cards
    rule = rules.surrender
    when = rule.settles_against_checked_up_card if checked else rule.settles_against_plain_up_card
    if checked and state.reader_says_natural is None:
        when = "at_reveal"  # nobody knows of a dealer natural yet
    if when == "at_once":
        events.extend(
            settle_surrender(rules, state, box, command.hand, stake, dealer_natural=False)
            for stake in leaving
        )
    if len(leaving) == sum(stake.open and not stake.surrendered for stake in hand.stakes):
        events.append(HandFinished(command.box, command.hand, "surrendered", rules.cite("surrender.offered")))
    return events


# -- insurance -------------------------------------------------------------------------------------------


def insurance_limit(rules: TableRules, main: int) -> int:
    """At most the printed share of the wager; rounded to a chip where chips cannot make it exactly."""
    unit = rules.wagering.chip_unit
    exact = rules.insurance.limit * main
    units = exact / unit
    whole = units.numerator // units.denominator
    if whole != units and rules.insurance.rounds_to_chip == "up":
        whole += 1
    return whole * unit


def insurance_least(rules: TableRules) -> int:
    least = rules.insurance.minimum
    if least == "chip_unit":
        return rules.wagering.chip_unit
    return rules.wagering.minimum if least == "table_minimum" else least


def not_asked(rules: TableRules, state: RoundState, player: str, number: int) -> Refusal | None:
    if state.stage != "insurance":
        return Refusal("insurance is not offered now", rules.cite("insurance.up_cards"))
    box = state.box(number)
    bettor = box.bettor(player) if box else None
    if box is None or bettor is None or bettor not in box.insurable:
        return Refusal(f"{player} has no main wager on box {number}", rules.cite("insurance.limit"))
    if bettor.insurance is not None:
        return Refusal(f"{player} has answered for box {number}", rules.cite("insurance.up_cards"))
    return None


def insure(rules: TableRules, state: RoundState, command: c.Insure) -> EventsOrRefusal:
    if refusal := not_asked(rules, state, command.player, command.box):
        return refusal
    box = state.box(command.box)
    bettor = box.bettor(command.player) if box else None
    assert bettor is not None
    least, most = insurance_least(rules), insurance_limit(rules, bettor.main)
    if not least <= command.amount <= most or command.amount % rules.wagering.chip_unit:
        unit = dollars(rules.wagering.chip_unit)
        words = f"insurance here is {dollars(least)} to {dollars(most)} in chips of {unit}"
        return Refusal(words, rules.cite("insurance.limit", "insurance.rounds_to_chip", "insurance.minimum"))
    return [InsurancePlaced(command.player, command.box, command.amount)]


def decline_insurance(rules: TableRules, state: RoundState, command: c.DeclineInsurance) -> EventsOrRefusal:
    refusal = not_asked(rules, state, command.player, command.box)
    return refusal or [InsuranceDeclined(command.player, command.box)]


def take_even_money(rules: TableRules, state: RoundState, command: c.TakeEvenMoney) -> EventsOrRefusal:
    if not rules.insurance.even_money or rules.pays.even_money is None:
        return Refusal("even money is not offered at this table", rules.cite("insurance.even_money"))
    if refusal := not_asked(rules, state, command.player, command.box):
        return refusal
    box = state.box(command.box)
    assert box is not None
    hand = box.hands[0]
    if not is_natural(rules, hand):
        return Refusal(f"even money is for a {rules.natural.name}", rules.cite("insurance.even_money"))
    stake = hand.stake_of(command.player)
    assert stake is not None
    cite = rules.cite("insurance.even_money", "pays.even_money")
    paid = won(rules, stake, rules.pays.even_money)
    settled = WagerSettled(command.player, command.box, 0, MAIN, "even-money", stake.total, paid, cite)
    shown = turned(rules, box, 0, hand, "pays.even_money")
    return [*shown, InsuranceDeclined(command.player, command.box), settled]
