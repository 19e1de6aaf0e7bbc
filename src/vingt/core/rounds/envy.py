"""Envy pays: what everybody else gets when somebody makes the super bonus."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.cards import Card
from vingt.core.rounds.event import WagerSettled
from vingt.core.rounds.result import is_super_bonus
from vingt.core.rounds.state import Bettor, Box, RoundState
from vingt.core.rules.sections import EnvyPay, SuperBonusRules
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import ENVY, MAIN, SUPER_BONUS


def pay_envy(rules: TableRules, state: RoundState) -> list[WagerSettled]:
    bonus = rules.super_bonus
    if bonus is None:
        return []
    winning = [box for box in state.boxes if has_super_bonus(rules, state, box, bonus)]
    if not winning:
        return []
    if bonus.envy_repeats == "once_per_round":
        return list(envy_of(rules, state, bonus, winning))
    return [pay for box in winning for pay in envy_of(rules, state, bonus, [box])]


def has_super_bonus(rules: TableRules, state: RoundState, box: Box, bonus: SuperBonusRules) -> bool:
    """A hand that was paid it; one below the lowest tier counts only where the reading says so."""
    if any(record.wager == SUPER_BONUS and record.box == box.number for record in state.settled):
        return True
    completed = any(is_super_bonus(rules, hand, state.up) and hand.status != "dead" for hand in box.hands)
    return completed and bonus.envy_below_lowest_tier


def envy_of(
    rules: TableRules, state: RoundState, bonus: SuperBonusRules, winning: list[Box]
) -> Iterator[WagerSettled]:
    """One payment to each player, box or wager that is not the winner's."""
    winners = {bettor.player for box in winning for bettor in box.main_bettors}
    numbers = {box.number for box in winning}
    paid: set[str] = set()
    for box in state.boxes:
        if box.number in numbers or all(hand.status == "dead" for hand in box.hands):
            continue
        for bettor in box.main_bettors:
            if bonus.envy_unit != "wager" and bettor.player in winners:
                continue
            if bonus.envy_unit == "player" and bettor.player in paid:
                continue
            if not bonus.envy_pays_winning_double and won_doubled(state, box, bettor):
                continue
            paid.add(bettor.player)
            cards = first_cards(state, box, bettor, whole_player=bonus.envy_unit == "player")
            if (due := envy_line(bonus.envy, cards)) is not None:
                cite = due.cite + rules.cite("super_bonus.envy_unit", "super_bonus.envy_repeats")
                yield WagerSettled(bettor.player, box.number, 0, ENVY, due.outcome, 0, due.pays.amount, cite)


def first_cards(state: RoundState, box: Box, bettor: Bettor, *, whole_player: bool) -> tuple[Card, ...]:
    """The receiver's first two cards; per player, those of all his boxes (reading J-83)."""
    if not whole_player:
        return box.first_cards
    return tuple(card for each in state.boxes if each.bettor(bettor.player) for card in each.first_cards)


def envy_line(lines: tuple[EnvyPay, ...], cards: tuple[Card, ...]) -> EnvyPay | None:
    ranks = {card.rank for card in cards}
    for line in lines:
        if line.holding is not None and line.holding not in ranks:
            continue
        if line.not_holding is not None and line.not_holding in ranks:
            continue
        return line
    return None


def won_doubled(state: RoundState, box: Box, bettor: Bettor) -> bool:
    return any(
        record.doubled and record.returns > record.stake
        for record in state.settled
        if record.box == box.number and record.player == bettor.player and record.wager == MAIN
    )
