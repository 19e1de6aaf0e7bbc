"""What happens beside the cards at a table with meters and wheels, in words."""

from __future__ import annotations

from vingt.core.money import dollars
from vingt.core.rounds.outcome_words import outcome_words, symbol_words
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import progressive_events as j
from vingt.live.table.state import TableState
from vingt.report.words.wheel import stop_words


def told_beside(rules: TableRules, before: TableState, event: object) -> str | None:
    """None where there is nothing to say; payments are told as payments."""
    match event:
        case j.WheelStopped(drawn=drawn) if before.jackpot.spin is not None:
            wager = rules.wager(before.jackpot.spin.wager)
            return None if wager is None else stop_words(wager, before.jackpot.drawn, drawn)
        case j.WheelSpun(wager=wager):
            return f"the wheel of {rules.wager_name(wager)} turns"
        case j.PaymentHeld(amount=amount, cite=cite):
            return f"{dollars(amount)} won: a floorperson would confirm hand and win first ({cite})"
        case j.BonusDrawn(line=line, seat=seat, card=card):
            return f"drawn for the {outcome_words(line)}: {f'seat {seat}' if card is None else card}"
        case j.BonusPaid(box=box, line=line, amount=amount, cite=cite):
            what = symbol_words(line) if line.startswith(("usd-", "$")) else outcome_words(line)
            return f"box {box}: {what}, {dollars(amount)} ({cite})"
        case _:
            return None
