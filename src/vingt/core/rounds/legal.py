"""What a hand may do now: every action with yes, or no and the clause that bars it."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.cite import Cite
from vingt.core.rounds.command_words import ACTIONS, ActionName
from vingt.core.rounds.order import caller_of, hand_to_play
from vingt.core.rounds.result import counts_of, is_natural, total_of
from vingt.core.rounds.state import Box, Hand, HandStake, RoundState
from vingt.core.rules.table_rules import TableRules

DRAWING = ("hit", "double", "split")
ENDED = {
    "stood": "it stands",
    "busted": "it is over 21",
    "natural": "it is a natural",
    "twenty_one": "it counts 21",
    "surrendered": "it was surrendered",
    "dead": "it is dead",
}


@dataclass(frozen=True, slots=True)
class Action:
    """`why` and `cite` say what permits it or what bars it; a double has its least and most amount."""

    name: ActionName
    allowed: bool
    cite: Cite
    why: str = ""
    least: int = 0
    most: int = 0


def legal(rules: TableRules, state: RoundState, box: int, hand: int) -> tuple[Action, ...]:
    """Every action for one hand."""
    return tuple(action(rules, state, box, hand, name) for name in ACTIONS)


def offered_actions(rules: TableRules) -> tuple[ActionName, ...]:
    """The actions that some hand at this table may take; the others the game does not have."""
    lacking = {
        "double": rules.double.times_max < 1,
        "split": max(rules.split.hands_max, rules.split.aces_hands_max) < 2,
        "surrender": not rules.surrender_offered,
        "rescue": rules.rescue is None,
    }
    return tuple(name for name in ACTIONS if not lacking.get(name))


def action(rules: TableRules, state: RoundState, number: int, at: int, name: ActionName) -> Action:
    """One action for one hand; `decide` asks here and nowhere else."""
    if state.over:
        return Action(name, False, ended_by(rules, state, number, at), "the round is over")
    if state.suspended:
        return no(
            rules, name, "dealing is stopped until the card reader works", "irregularity.reader_failure"
        )
    box = state.box(number)
    if box is None or not 0 <= at < len(box.hands):
        return no(rules, name, "there is no such hand", "wagering.main_wager_required")
    hand = box.hands[at]
    if name == "rescue" and late_rescue(rules, state, hand):
        return Action(name, True, rules.cite("rescue.until"))
    if hand.finished:
        return Action(name, False, hand.ended + rules.cite("play.direction"), finished_words(hand))
    if state.stage != "play" or state.asked:
        return no(rules, name, "no decision is due now", "play.direction")
    turn = hand_to_play(rules, state)
    if turn is None or (turn[0].number, turn[1]) != (number, at):
        return no(rules, name, "it is another hand's turn", "play.direction")
    if hand.card_due or len(hand.cards) < 2:
        return no(rules, name, "a card is due first", "play.direction")
    if name in DRAWING and gets_no_more_cards(rules, state, box, hand):
        return no(
            rules, name, "who refused the exposed card gets no more", "irregularity.refused_exposed_card"
        )
    match name:
        case "hit":
            return hit(rules, hand)
        case "stand":
            return Action(name, True, rules.cite("play.no_draw_from"))
        case "double":
            return double(rules, box, hand)
        case "split":
            return split(rules, box, hand)
        case "surrender":
            return surrender(rules, state, box, hand)
        case "rescue":
            return rescue(rules, hand)


def ended_by(rules: TableRules, state: RoundState, number: int = 0, at: int = 0) -> Cite:
    """What ended a hand, and failing that the round: the dealer's turn, or what voided it."""
    box = state.box(number)
    hand = box.hands[at] if box is not None and 0 <= at < len(box.hands) else None
    mine = hand.ended if hand is not None else Cite()
    others = (each.ended for _, _, each in state.hands() if each.ended)
    return mine or state.ended or next(others, rules.cite("settlement.procedure"))


def finished_words(hand: Hand) -> str:
    return f"the hand is finished: {ENDED[hand.status]}"


def gets_no_more_cards(rules: TableRules, state: RoundState, box: Box, hand: Hand) -> bool:
    """The player who refused an exposed card, on every hand he decides for (MD-P21 13.G, MA-P21 15(d))."""
    return bool(state.refusing) and caller_of(rules, box, hand) in state.refusing


def no(rules: TableRules, name: ActionName, why: str, *fields: str) -> Action:
    return Action(name, False, rules.cite(*fields), why)


def hit(rules: TableRules, hand: Hand) -> Action:
    if hand.doubles:
        return no(rules, "hit", "a doubled hand gets one card only", "double.cards_dealt")
    if hand.split_aces and not rules.split.aces_draw:
        return no(rules, "hit", "split aces get one card each", "split.aces_draw")
    if total_of(rules, hand).points >= rules.play.no_draw_from:
        return no(rules, "hit", "no card is drawn to 21", "play.no_draw_from")
    return Action("hit", True, rules.cite("play.no_draw_from"))


def double(rules: TableRules, box: Box, hand: Hand) -> Action:
    rule = rules.double
    if hand.doubles:
        if rule.times_max == 1:
            return no(rules, "double", "the hand was doubled already", "double.times_max")
        if hand.doubles >= rule.times_max:
            return no(
                rules, "double", f"a hand is doubled at most {rule.times_max} times", "double.times_max"
            )
    elif len(hand.cards) < rule.cards_min or (
        rule.cards_max is not None and len(hand.cards) > rule.cards_max
    ):
        return no(rules, "double", f"only {rule.cards_max} cards may be doubled", "double.cards_max")
    if hand.from_split and not rule.after_split:
        return no(rules, "double", "a split hand may not be doubled", "double.after_split")
    if hand.split_aces and not rules.split.aces_double:
        return no(rules, "double", "split aces may not be doubled", "split.aces_double")
    if total_of(rules, hand).points >= rules.play.no_draw_from:
        return no(rules, "double", "a double draws a card, and none is drawn to 21", "play.no_draw_from")
    stake = hand.stake_of(caller_of(rules, box, hand))
    assert stake is not None
    least, most = double_range(rules, hand, stake)
    if least > most:
        return no(
            rules,
            "double",
            "the least double is more than the wager allows",
            "double.minimum",
            "double.up_to",
        )
    return Action("double", True, rules.cite("double.cards_min", "double.up_to"), least=least, most=most)


def double_range(rules: TableRules, hand: Hand, stake: HandStake) -> tuple[int, int]:
    """The least and the most a bettor may add; the least in whole chips."""
    rule, unit = rules.double, int(rules.wagering.chip_unit)
    most = stake.base if rule.up_to == "original_wager" else stake.total
    if doubles_for_less(rules, hand):
        named = {"chip_unit": unit, "table_minimum": int(rules.wagering.minimum)}
        least = named[rule.minimum] if isinstance(rule.minimum, str) else int(rule.minimum)
    else:
        # Doubling for less only where the table maximum demands it, and then by all it leaves (reading J-76).
        left = rules.wagering.maximum - stake.total
        least = left if 0 < left < most else most
    return (min(-(-least // unit) * unit, most), most) if least <= most else (least, most)


def doubles_for_less(rules: TableRules, hand: Hand) -> bool:
    """Whether any amount between least and most will do; otherwise only those two."""
    rule = rules.double
    return rule.for_less == "allowed" or (rule.for_less == "first_only" and not hand.doubles)


def is_pair(rules: TableRules, hand: Hand) -> bool:
    if len(hand.cards) != 2:
        return False
    first, second = hand.cards
    if rules.split.pairs_by == "rank":
        return first.rank == second.rank
    counts = counts_of(rules)
    return counts.points(first.rank) == counts.points(second.rank)


def hands_limit(rules: TableRules, hand: Hand) -> tuple[int, str]:
    if hand.cards[0].rank == "A":
        return rules.split.aces_hands_max, "split.aces_hands_max"
    return rules.split.hands_max, "split.hands_max"


def split(rules: TableRules, box: Box, hand: Hand) -> Action:
    if not is_pair(rules, hand):
        return no(
            rules, "split", f"only two cards of equal {rules.split.pairs_by} are split", "split.pairs_by"
        )
    if hand.doubles:
        return no(rules, "split", "a doubled hand gets one card only", "double.cards_dealt")
    limit, field = hands_limit(rules, hand)
    if len(box.hands) >= limit:
        return no(rules, "split", f"splits make at most {limit} hands", field)
    return Action("split", True, rules.cite("split.pairs_by", "split.wager"))


def can_split(rules: TableRules, box: Box, hand: Hand) -> bool:
    return split(rules, box, hand).allowed


def surrender(rules: TableRules, state: RoundState, box: Box, hand: Hand) -> Action:
    rule = rules.surrender
    if rules.variant.bars_surrender:
        return no(
            rules, "surrender", "surrender is no choice where hands are switched", "variant.switch_surrender"
        )
    if not rule.offered:
        return no(rules, "surrender", "surrender is not offered at this table", "surrender.offered")
    if hand.from_split and not rule.after_split:
        return no(rules, "surrender", "a split hand may not be surrendered", "surrender.after_split")
    if hand.acted or len(hand.cards) != 2:
        return no(rules, "surrender", "surrender is the first decision or none", "surrender.window")
    if state.up is None or state.up.rank not in rule.up_cards:
        return no(rules, "surrender", "not against this up card", "surrender.up_cards")
    if rule.window == "before_any_draw" and state.drawn:
        return no(rules, "surrender", "cards have been drawn in this round", "surrender.window")
    if is_natural(rules, hand):
        return no(rules, "surrender", f"not with a {rules.natural.name}", "natural.name")
    return Action("surrender", True, rules.cite("surrender.offered", "surrender.forfeits"))


def rescue(rules: TableRules, hand: Hand) -> Action:
    if rules.rescue is None:
        return Action("rescue", False, Cite(), "this game has no rescue")
    if not hand.doubles:
        return no(rules, "rescue", "only a doubled hand is rescued", "rescue.total_max")
    if hand.unseen:
        return no(rules, "rescue", "the card of the double lies face down", "double.card_face")
    if rules.rescue.returns == "first_only" and hand.doubles > 1:
        return no(rules, "rescue", "only the first double is rescued", "rescue.returns")
    if total_of(rules, hand).points > rules.rescue.total_max:
        words = f"a hand of more than {rules.rescue.total_max} is not rescued"
        return no(rules, "rescue", words, "rescue.total_max")
    return Action("rescue", True, rules.cite("rescue.total_max", "rescue.until"))


def can_rescue(rules: TableRules, hand: Hand) -> bool:
    return rescue(rules, hand).allowed


def can_redouble(rules: TableRules, hand: Hand) -> bool:
    return hand.doubles < rules.double.times_max and total_of(rules, hand).points < rules.play.no_draw_from


def late_rescue(rules: TableRules, state: RoundState, hand: Hand) -> bool:
    """A kept double may still be rescued until the dealer's card where the submission says so (I-50)."""
    if rules.rescue is None or rules.rescue.until != "dealer_card":
        return False
    if state.stage != "play" and not (state.stage == "reveal" and state.hole is None):
        return False
    raised = any(stake.open and stake.raises for stake in hand.stakes)
    return hand.status == "stood" and raised and can_rescue(rules, hand)
