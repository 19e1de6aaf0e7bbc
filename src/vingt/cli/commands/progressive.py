"""`vingt progressive`: what a progressive wager returns where its meters stand, and what the meters do."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Annotated

from vingt.analysis.exact.side.cases import NotOffered, is_drawn
from vingt.analysis.progressive.value import PlayPace
from vingt.cli.commands.wagers import (
    DecksOption,
    HandsPlayedOption,
    HtmlOption,
    MeterOption,
    PaytableOption,
    Soft17Option,
    played_by,
)
from vingt.cli.terminal.analysis import at_work
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given, option
from vingt.cli.terminal.errors import NOT_ALLOWED, ended
from vingt.report.progressive import must_hit, sheet
from vingt.report.progressive.html import html_page, must_hit_page
from vingt.report.progressive.question import amounts_at, rate_of, values_of
from vingt.report.text.page import print_json
from vingt.report.wagers.meters_now import amounts_of, meter_cents
from vingt.report.wagers.selection import WagerQuestion, check_known, soft17_of


def progressive(
    rules: RulesArgument,
    wager: Annotated[str, option("W", "The progressive wager.")],
    meter: MeterOption = None,
    paytable: PaytableOption = None,
    decks: DecksOption = None,
    soft17: Soft17Option = None,
    strategy: HandsPlayedOption = "composition",
    stake: Annotated[str | None, option("AMOUNT", "The wager, where more than one is permitted.")] = None,
    rate: Annotated[str | None, option("R", "A rate of progression where none is stated: 0.05.")] = None,
    players: Annotated[int, option("N", "Players with this wager at a table.", min=1, max=100)] = 1,
    tables: Annotated[int, option("N", "Tables that feed the meters.", min=1, max=10_000)] = 1,
    rounds_per_hour: Annotated[int, option("N", "Rounds an hour at a table.", min=1, max=10_000)] = 60,
    choices: SetOption = None,
    json: JsonOption = False,
    html: HtmlOption = False,
) -> None:
    """A progressive wager: its return where the meters stand, and its meters.

    Break-even is the main meter at which the wager is fair, all others at
    reset. With the wheel of a submission, its exact return.

    Examples:
      vingt progressive md-blackjack --wager super-4 --paytable B
      vingt progressive md-blackjack/double-deck-progressives --wager super-4 --meter 50000
      vingt progressive md-blackjack --wager blazing-7s --rate 0.05 --tables 4 --players 5
      vingt progressive md-blackjack/double-deck-progressives --wager must-hit --meter 900
      vingt progressive md-pontoon-21/eight-decks-wheels --wager bonus-spin --json
    """
    at = given(rules, choices)
    pace = PlayPace(rounds_per_hour, players, tables)
    try:
        with at_work("valuing the wager"):
            check_known(at, wager)
            ask = WagerQuestion(wager, paytable, decks, soft17_of(at, soft17), False)
            drawn = at.document.wagers.get(wager)
            played = played_by(strategy, at.rules)
            amount = None if stake is None else meter_cents(stake)
            if drawn is not None and is_drawn(drawn):
                assert drawn.rides_on is not None
                host = values_of(at, ask._replace(wager=drawn.rides_on), played, players, amount)[0]
                question = sheet.MeterQuestion(
                    {name: Fraction(cents) for name, cents in amounts_of(meter, [must_hit.METER]).items()},
                    pace,
                    rate_of(rate),
                )
                jackpot = must_hit.must_hit_sheet(at, wager, host, question)
                if json:
                    print_json(must_hit.as_json(jackpot))
                elif html:
                    sys.stdout.write(must_hit_page(jackpot))
                else:
                    must_hit.page_of(jackpot).print()
                return
            values = values_of(at, ask, played, players, amount)
            sheets = [
                sheet.ProgressiveSheet(
                    at, value, sheet.MeterQuestion(amounts_at(meter, value), pace, rate_of(rate))
                )
                for value in values
            ]
            own = (must_hit.own_jackpot(at, each.value, each.ask) for each in sheets)
            jackpots = [each for each in own if each is not None]
    except NotOffered as refusal:
        raise ended(refusal, NOT_ALLOWED) from None
    if json:
        first, *others = map(sheet.as_json, sheets)
        first = must_hit.beside(first, jackpots[0]) if jackpots else first
        print_json({**first, "other_paytables": others} if others else first)
    elif html:
        sys.stdout.write(html_page(sheets, jackpots))
    else:
        for each in sheets:
            sheet.page_of(each).print()
        for beside in jackpots:
            must_hit.page_of(beside).print()
