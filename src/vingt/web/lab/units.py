"""What is computed of a table, in pieces that are kept: each a function of a submission's text, run by a
process of the lab's own, under a name that holds everything it depends on."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.hold import WagerLaw, long_run_law, side_law
from vingt.analysis.exact.side.cases import Case, as_offered, every_case, is_drawn
from vingt.analysis.exact.side.value import SideWagerValue, value
from vingt.analysis.options.worth import Change, bare, feels, plainly, plan
from vingt.analysis.simulation.devices import device
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules.leaf import MISSING
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.resolve import accepting_departures
from vingt.core.rules.submission import Submission, parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import usual_wager
from vingt.report.edge.variation import named, text_of
from vingt.report.lab.filing import toml_text
from vingt.report.proposal import Proposal
from vingt.report.wagers.par_sheet import as_json
from vingt.report.words.choice_names import choice_name, value_name
from vingt.rulebook import library
from vingt.web.computation.charts import chart_made
from vingt.web.computation.figures import FigureJson
from vingt.web.lab.address import as_word
from vingt.web.lab.errands import Unit

SOURCE = "my-table.toml"
BATCHES = (10_000, 90_000, 900_000, *(3_000_000,) * 33)  # rounds of a simulation, one after the other: 100 M
SEED = 1


@lru_cache(maxsize=64)
def proposal_of(text: str) -> Proposal:
    submission = parse_submission(text.encode(), SOURCE)
    return Proposal(SOURCE, submission, library.document_of(submission))


def digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def main_key(rules: TableRules) -> str:
    """Tables with the same have the same figures of the main wager: what it does not feel is left out."""
    return digest(feels(rules), usual_wager(rules))


# -- what a table needs ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def first_units(text: str) -> Mapping[str, list[Unit]]:
    """By part of the page, the most wanted first. What choices are worth is known in two steps."""
    at = proposal_of(text)
    key = main_key(at.rules)
    main: Unit = (f"value-{key}", ("value", (text,)))
    law: Unit = (f"law-{key}", ("law", (text,)))
    offered = [wager_unit(at, wager, text) for wager in at.document.wagers if at.rules.wager(wager)]
    others = [wager_unit(at, wager, text) for wager in at.document.wagers if not at.rules.wager(wager)]
    return {
        "edge": [main],
        "wagers": [*offered, *others],
        "worth": [main, (f"options-{digest(key, open_words(at.submission))}", ("options", (text,)))],
        "strategy": [(f"chart-{key}", ("chart", (text,)))],
        "law": [main, law],
        "day": [*offered, law],
    }


def open_words(submission: Submission) -> object:
    """What the other values of each choice depend on."""
    return sorted((key, repr(word)) for key, word in submission.raw.items() if key not in ("title", "wagers"))


def wager_unit(at: Proposal, wager: str, text: str) -> Unit:
    cases = cases_of(at, wager)
    known = [case_words(case) for case in cases]
    played = feels(at.rules) if any(case.plays_hand for case in cases) else ()
    offered = next((case.paytable.id for case in cases if case.offered_at is not None), None)
    return f"wager-{digest(at.document.address, wager, known, played, offered)}", ("wager", (text, wager))


def case_words(case: Case) -> tuple[object, ...]:
    lines = tuple((line.outcome, str(line.pays)) for line in case.paytable.lines)
    community = case.community.id if case.community else ""
    options = sorted((name, repr(word)) for name, word in case.options.items())
    devices = (case.meters, case.wheel, community, case.prize, case.seats, case.community_wheel)
    return (case.paytable.id, lines, case.decks, case.soft17, options, case.stake, devices)


def batch_units(at: Proposal, text: str) -> list[Unit]:
    key, first, units = main_key(at.rules), 0, []
    for rounds in BATCHES:
        units.append((f"batch-{key}-{first}-{rounds}", ("batch", (text, first, rounds))))
        first += rounds
    return units


# -- what makes them ---------------------------------------------------------------------------------------


def value_made(text: str) -> FigureJson:
    """The main wager without the law of its results, which takes ten times as long."""
    rules = proposal_of(text).rules
    try:
        figures = edge(rules, wager=usual_wager(rules), with_law=False)
    except NotCarried as refusal:
        return {"why": str(refusal)}
    return {**figures.as_json(), "wager": usual_wager(rules)}


def law_made(text: str) -> FigureJson:
    rules = proposal_of(text).rules
    try:
        figures = edge(rules, wager=usual_wager(rules))
    except NotCarried as refusal:
        return {"why": str(refusal)}
    if figures.law is None:
        return {"why": "where cards are switched the law of two hands together is not computed"}
    chances = tuple((float(net), float(chance)) for net, chance in figures.law.chances.items())
    law = WagerLaw(float(figures.house_edge), chances)
    return {**law.as_json(), "variance": figures.law.variance, "wagered": figures.law.wagered}


def chart_unit(text: str) -> FigureJson:
    return chart_made(proposal_of(text).rules)


def changes_made(text: str) -> FigureJson:
    """Every other value of every open choice, each with the text of its table."""
    at = proposal_of(text)
    planned = plan(at.document, at.submission)
    return {
        "changes": [change_json(at, change) for change in planned.changes],
        "unaffected": len(planned.unaffected),
        "barred": [
            [f"{choice_name(key)}: {value_name(key, word)}", why] for key, word, why in planned.barred
        ],
    }


def said(key: str, word: object) -> str:
    return f"{choice_name(key)}: {value_name(key, word)}"


def change_json(at: Proposal, change: Change) -> FigureJson:
    submission = bare(accepting_departures(at.document, at.submission))
    chosen = submission.with_choices({change.key: change.word, **dict(change.along)})
    changed = ((change.key, change.word), *change.along)
    keys = at.document.keys
    accepted = {reading for key, word in changed if (reading := keys[key].departure(word))}
    return {
        "named": named(change),
        "key": change.key,
        "word": plainly(change.word),
        "instead_of": text_of(change.instead_of),
        "words": ", ".join(said(key, word) for key, word in changed),
        "instead": "none" if change.instead_of is MISSING else value_name(change.key, change.instead_of),
        "choices": [[key, as_word(word)] for key, word in changed],
        "accepts": sorted(accepted),
        **change.cite.as_json(),
        "unit": f"value-{main_key(change.rules)}",
        "text": toml_text(chosen.raw),
    }


def cases_of(at: Proposal, wager: str) -> list[Case]:
    """Each paytable for these decks, and in its place the one that is offered, as it is offered."""
    printed, rules = at.document.wagers[wager], at.rules
    if is_drawn(printed):
        return []
    offer, words = rules.wager(wager), at.submission.raw
    soft17 = rules.dealer.soft17 if printed.settles.value == "dealer_hand" else None
    cases = list(every_case(at.document, wager, None, rules.cards.decks, soft17, words))
    if offer is None:
        return cases
    own = as_offered(at.document, rules, offer, words)
    return [own if case.paytable.id == own.paytable.id else case for case in cases]


def wager_made(text: str, wager: str) -> FigureJson:
    at = proposal_of(text)
    offer = at.rules.wager(wager)
    cases = [case if case.offered_at else with_table(case, at.rules) for case in cases_of(at, wager)]
    if not cases:
        drawn = is_drawn(at.document.wagers[wager])
        why = "no card decides it" if drawn else f"no paytable for {at.rules.cards.decks} decks"
        return {"why": why, "paytables": []}
    try:
        paytables = [as_json(value(case)) | volatility(value(case)) for case in cases]
    except NotCarried as refusal:
        return {"why": str(refusal), "paytables": []}
    return {"paytables": paytables, "law": law_json(at.rules, offer) if offer is not None else None}


def law_json(rules: TableRules, offer: OfferedWager) -> FigureJson:
    """`accrues`: with what goes into meters, for they decide too."""
    law = side_law(rules, offer)
    if law.why and (in_the_long_run := long_run_law(rules, offer)) is not None:
        return in_the_long_run.as_json() | {"accrues": True}
    return law.as_json()


def with_table(case: Case, rules: TableRules) -> Case:
    """Hands that a wager looks at are played as at this table."""
    return replace(case, offered_at=rules)


def volatility(valued: SideWagerValue) -> FigureJson:
    return {
        "barred_by": str(valued.case.bar.cite) if valued.case.bar else "",
        "impossible": sum(bool(line.impossible) for line in valued.lines),
    }


@lru_cache(maxsize=8)
def plan_of(text: str) -> Plan:
    rules = proposal_of(text).rules
    return Plan(rules, None, usual_wager(rules), SEED, aims_at_super_bonus=rules.super_bonus is not None)


def batch_made(text: str, first: int, rounds: int) -> FigureJson:
    """Rounds `first` to `first + rounds - 1` of the table's simulation, on one thread."""
    try:
        return device.play(plan_of(text), "cpu", first, rounds, 1).as_json()
    except NotCarried as refusal:
        return {"why": str(refusal)}


def packet_made(text: str, day: str) -> FigureJson:
    """What `vingt packet` makes of the same file on that day. Takes minutes."""
    from vingt.report.packet.inputs import inputs_for
    from vingt.report.packet.packet import make
    from vingt.report.packet.pdf import packet_pdf

    packet = make(inputs_for(proposal_of(text), day))
    pdf = b64encode(packet_pdf(packet)).decode()
    return {"html": packet.html(), "pdf": pdf, "digest": packet.digest, "sheets": len(packet.sheets)}


MAKERS: Mapping[str, Callable[..., FigureJson]] = {
    "value": value_made,
    "law": law_made,
    "chart": chart_unit,
    "options": changes_made,
    "wager": wager_made,
    "batch": batch_made,
    "packet": packet_made,
}
