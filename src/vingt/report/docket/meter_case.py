"""The case of a progressive that was set wrongly, driven at a meter by the decisions that a house takes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from vingt.core.money import dollars
from vingt.core.progressive import meter as m
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rounds.refusal import Refusal
from vingt.live.progressive.award import CONFIRMED_ABOVE
from vingt.report.docket.case import DocketCase
from vingt.report.docket.case_replay import CaseReplay
from vingt.rulebook import library

WAGER, FILED, WRONG = "hit-and-run", 1_200_000, 2_500_000  # cents
RATE = Fraction(1, 10)  # of each wager, as a submission may state it


def meter_set_wrongly(case: DocketCase) -> CaseReplay:
    told = CaseReplay()
    wager = library.load(case.rules.address).wagers[WAGER]
    (printed,) = wager.meters
    least = int(printed.reset_min)
    filed = m.MeterSetup(FILED, least, None, (), least, printed.cite)
    state = m.evolve(m.MeterState(), m.open_meter(filed))
    told.tell("the meter is opened as it was filed", f"it shows {dollars(state.showing)}", printed.cite)
    other = replace(filed, reset=WRONG)
    told.refused(f"one person sets it to {dollars(WRONG)}", refusal(m.change(state, other, "adam", "adam")))
    low = replace(filed, reset=least - 100)
    told.refused("two set it below its printed minimum", refusal(m.change(state, low, "adam", "eve")))
    changed = m.change(state, other, "adam", "eve")
    assert not isinstance(changed, Refusal)
    after = m.evolve(state, changed)
    told.tell(
        f"two people change what it restarts at to {dollars(WRONG)}",
        f"in the log with both names and on the sign at once; it still shows {dollars(after.showing)}",
    )
    (paytable,) = wager.paytables
    for outcome in ("dealer-5-cards", "dealer-8-or-more-cards"):
        line = paytable.table.line(outcome)
        told.tell(f"a dollar wins with {outcome_words(outcome)}", f"it pays {line.pays}", line.cite)
    fed = m.feed(state, "t1", 1, 500, RATE)
    assert not isinstance(fed, Refusal)
    state = m.evolve(state, fed)
    won = m.hit(state, m.Claimant("t1", 2, 1, "ann"), Fraction(1))
    assert not isinstance(won, Refusal)
    state = m.evolve(state, won)
    told.tell("the meter is won", f"{dollars(won.amount)}, what it showed to the cent; nobody types a sum")
    told.refused("it is set anew while the win waits", refusal(m.change(state, other, "adam", "eve")))
    told.refused("it is paid without a supervisor", refusal(m.pay(state, won.payment, CONFIRMED_ABOVE)))
    paid = m.pay(state, won.payment, CONFIRMED_ABOVE, "florence")
    assert not isinstance(paid, Refusal)
    state = m.evolve(state, paid)
    told.refused("the same win is paid again", refusal(m.pay(state, won.payment, None, "florence")))
    told.tell("the meter is proved before it is played for again", "each cent of it is paid or shows")
    told.events, told.sound = 4, not state.unaccounted
    return told


def refusal(answer: object) -> Refusal | None:
    return answer if isinstance(answer, Refusal) else None
