"""What a table can lose, for its director of game protection: text, HTML and JSON."""

from __future__ import annotations

import numpy as np

from vingt.analysis.counting.attack import CLOSED, Attack, Taken
from vingt.analysis.counting.main_risk import MainRisk
from vingt.analysis.counting.openings import MeterOpening, WheelOpening
from vingt.analysis.counting.protection import SideRisk
from vingt.analysis.counting.seen_card import SeenCards
from vingt.analysis.counting.shoes import CARDS_A_ROUND
from vingt.analysis.tabulated.hands import name_of
from vingt.core.money import Cents, dollars
from vingt.report.counting.exposure import TableExposure, with_main
from vingt.report.counting.indices import tags_words
from vingt.report.counting.plots import CountPlot, CountPoint, edge_plot, share_plot
from vingt.report.counting.section import ReportSection, SectionTable
from vingt.report.drawing.bars import Bars
from vingt.report.words.figures import percent, points

SELDOM = 0.002  # counts of fewer rounds are not drawn
INFORMS = "Counting by mind is lawful in Maryland: this report informs, it accuses nobody."
METHOD = (
    f"One box, {CARDS_A_ROUND} cards a round on average; the round in which the cut card comes is the last. "
    "Shoes are shuffled and dealt; before each round a side wager is valued exactly for the cards that are "
    "left. The main wager by a count: best play from the mean shoe of that count, set right so that a play "
    "that is kept is worth as much at every depth; by every card: effects of removal and what perfect play "
    "gains, held to shoes that were solved. Errors (±) are one standard error of the sample."
)
SIDE_NOTE = (
    "Wagered flat, one unit, only when the count says so; the best of whole tags up to level 3 and of the "
    "count of suits. line: reckoned from effects of removal. True counts of unbalanced tags are less what "
    "the cards add on average. Dollars are an hour's, at the highest stake the table takes. "
    f"A wager from which the count takes less than {CLOSED} units per 100 rounds is called closed."
)


def protection_sections(found: TableExposure) -> list[ReportSection]:
    sections = [ReportSection("In short", text=found.headline)]
    if found.main is not None:
        sections.append(main_section(found, found.main))
        if found.changes:
            sections.append(change_section(found))
    if attacked := [each for each in found.sides if each.offered is not None]:
        sections.append(side_section(found, attacked))
        sections.append(cut_section(attacked))
    sections += [closing_section(found, each) for each in found.opened]
    if opening := [each for each in found.sides if each.opening is not None]:
        sections.append(opening_section(found, opening))
    if beyond := [each for each in found.sides if each.beyond]:
        rows = [(each.case.wager.id, each.case.paytable.id, each.beyond) for each in beyond]
        heads = ("wager", "paytable", "why not")
        sections.append(ReportSection("Nothing to count for", (), [SectionTable(heads, rows)]))
    if found.seen is not None:
        sections.append(seen_section(found, found.seen))
    return sections


def main_section(found: TableExposure, main: MainRisk) -> ReportSection:
    rows = []
    for counted, watched, perfect in zip(main.counted, main.watched, main.perfect, strict=True):
        rows.append(
            (
                cut_words(found, counted.cut),
                f"{found.rounds(counted.cut) or 0:.1f}",
                "–" if counted.trigger is None else f"{counted.trigger:+d}",
                percent(counted.frequency, 1),
                plus_minus(counted),
                dollars(found.main_an_hour(counted)),
                dollars(found.main_an_hour(watched)),
                dollars(found.main_an_hour(perfect)),
                percent(found.idle(counted.cut), 1),
            )
        )
    heads = ["dealt", "rounds a shoe", "from count", "of rounds", "count takes per 100", "an hour"]
    heads += ["back-counting", "every card known", "shuffling"]
    held = "not solved: what perfect play gains is not in it"
    if main.held is not None:
        held = f"off by {main.held[0]:+.5f} on average, {main.held[1]:.5f} scatter"
    honest = Cents(round(found.honest_an_hour or 0))
    entry = "barred here" if found.rules.wagering.mid_shoe_entry != "open" else "open here"
    return ReportSection(
        "Main wager",
        [
            (
                "honest play",
                f"{percent(main.flat)} of the wager to the player from the full shoe; "
                f"{dollars(honest)} an hour to the house from each unit wagered every round",
            ),
            ("the count", f"{main.system.name}: {tags_words(main.system, main.values.sample.full)}"),
            (
                "wagers",
                f"1 unit, {found.spread} from the count on; a unit is {dollars(found.unit)}; insured where "
                "that gains",
            ),
            ("back-counting", f"nothing below that count, which needs entry in mid-shoe: {entry}"),
            ("line held to solved shoes", held),
        ],
        [SectionTable(heads, rows)],
        main_figures(found, main),
        [
            f"A shallower cut costs honest revenue too: shuffling takes {found.shuffle_seconds} seconds, at "
            f"{found.per_hour:g} rounds an hour while the shoe is dealt."
        ],
    )


def main_figures(found: TableExposure, main: MainRisk) -> list[CountPlot]:
    """What each count is worth, and how often it comes at the table's cut."""
    values = main.values
    begun = values.sample.before(found.cut)
    counts, worth = np.floor(values.counts[begun]).astype(int), values.by_count[begun]
    points = []
    for count in sorted(set(counts.tolist())):
        here = counts == count
        if here.mean() >= SELDOM:
            points.append(CountPoint(count, float(here.mean()), float(worth[here].mean())))
    return [
        edge_plot(points, f"What a unit is worth at each true count of {main.system.name}, insured"),
        share_plot(points, f"How often each comes, {percent(found.cut, 0)} dealt; blue favours the player"),
    ]


def change_section(found: TableExposure) -> ReportSection:
    rows = [
        (
            change.choice,
            points(change.house_edge_by),
            dollars(found.an_hour(100 * change.house_edge_by, found.unit)),
            plus_minus(change.counted),
            dollars(found.main_an_hour(change.counted)),
        )
        for change in found.changes
    ]
    heads = ("choice", "house edge, points", "honest, an hour", "count takes per 100", "an hour")
    return ReportSection(
        "Main wager: what other choices do",
        (),
        [SectionTable(heads, rows)],
        (),
        [
            f"At this table's cut, {percent(found.cut, 0)} dealt, with the same count and spread: every "
            "shoe's edge is moved by that of the full one. Honest is one unit every round, best play."
        ],
    )


def side_section(found: TableExposure, risks: list[SideRisk]) -> ReportSection:
    """Each wager once, at the table's own cut, the dearest first."""
    rows = []
    ordered = sorted(risks, key=found.risk_an_hour, reverse=True)
    for risk in ordered:
        assert risk.offered is not None
        counted, perfect = risk.counted, risk.perfect
        assert counted is not None
        assert perfect is not None
        wins = counted.per_100 > 0
        rows.append(
            (
                named(risk),
                "open" if risk.is_open else "closed",
                percent(-risk.offered.removal.ev, 2),
                f"{counted.trigger:+d}" if wins else "–",
                percent(counted.frequency, 2) if wins else "–",
                percent(counted.edge, 2) if wins else "–",
                plus_minus(counted),
                dollars(found.side_an_hour(risk.offered, counted)),
                dollars(found.side_an_hour(risk.offered, perfect)),
                marks(found, risk),
            )
        )
    heads = ["wager, paytable", "", "house edge", "from count", "of rounds", "edge then"]
    heads += ["count takes per 100", "an hour", "every card known", ""]
    worst = [
        (name_of_case(each), float(found.risk_an_hour(each)) / 100)
        for each in ordered
        if found.risk_an_hour(each) > 0 and not with_main(each)
    ]
    return ReportSection(
        f"Side wagers, {percent(found.cut, 0)} dealt",
        (),
        [SectionTable(heads, rows)],
        [Bars("What the best count takes an hour, in dollars", worst, "${:,.2f}".format)],
        [SIDE_NOTE],
    )


def cut_section(risks: list[SideRisk]) -> ReportSection:
    """What the count takes at each cut."""
    cuts = [taken.cut for taken in risks[0].offered.counted] if risks[0].offered else []
    rows = [
        (
            named(each),
            *(f"{taken.per_100:+.3f}" for taken in each.offered.counted),
            *(f"{taken.per_100:+.3f}" for taken in each.offered.perfect),
            closing_cut(each.offered),
        )
        for each in risks
        if each.offered is not None
    ]
    heads = ["wager, paytable", *(f"count, {percent(cut, 0)}" for cut in cuts)]
    heads += [*(f"every card, {percent(cut, 0)}" for cut in cuts), "closed up to"]
    return ReportSection(
        "Side wagers by the cut, units per 100 rounds",
        (),
        [SectionTable(heads, rows)],
        (),
        ["closed up to: the share of the shoe that may be dealt until the count takes something."],
    )


def closing_cut(each: Attack) -> str:
    if each.closes_at >= 1:
        return "every cut"
    return percent(each.closes_at, 0) if each.closes_at > 0 else "no cut"


def closing_section(found: TableExposure, risk: SideRisk) -> ReportSection:
    offered = risk.offered
    assert offered is not None
    assert risk.counted is not None
    count = offered.system_name
    if offered.system is not None:
        count += f": {tags_words(offered.system, offered.removal.shoe)}"
    stake = found.stake(risk.case.wager.id)
    facts = [
        ("count", f"{count}; from {risk.counted.trigger:+d}"),
        ("costs", f"{dollars(found.risk_an_hour(risk))} an hour at {dollars(stake)}"),
        ("a cut closes it", cut_closes(found, offered)),
        (
            "a change closes it",
            ", ".join(other_words(each, risk) for each in risk.closing) or "none of those below",
        ),
    ]
    rows = []
    for each in (offered, *risk.others):
        taken = risk.own(each.counted)
        gains = offered.removal.ev - each.removal.ev
        rows.append(
            (
                other_words(each, risk) if each is not offered else f"{each.case.paytable.id}, as offered",
                percent(-each.removal.ev, 2),
                points(gains, 2),
                dollars(found.an_hour(100 * gains, stake)),
                plus_minus(taken),
                dollars(found.side_an_hour(each, taken)),
                dollars(found.side_an_hour(each, risk.own(each.perfect))),
            )
        )
    heads = ["paytable", "house edge", "points", "honest, an hour"]
    heads += ["count takes per 100", "an hour", "every card known"]
    return ReportSection(f"Open: {name_of_case(risk)}", facts, [SectionTable(heads, rows)])


def cut_closes(found: TableExposure, offered: Attack) -> str:
    """Which cut closes a wager, and what shuffling more often costs in honest revenue."""
    if offered.closes_at <= 0:
        return "none"
    idle = found.idle(offered.closes_at) - found.idle(found.cut)
    more = percent(max(idle, 0.0), 1)
    words = (
        f"at most {percent(offered.closes_at, 0)} dealt; {more} more of each hour is then spent shuffling, "
        "and as much of all honest revenue lost"
    )
    honest = found.honest_an_hour
    if honest is not None and idle > 0:
        words += f": {dollars(Cents(round(idle * honest)))} an hour for each unit on the main wager"
    return words


def other_words(each: Attack, risk: SideRisk) -> str:
    """How another case differs from the one offered."""
    parts = [f"paytable {each.case.paytable.id}"] if each.case.paytable.id != risk.case.paytable.id else []
    if each.case.decks != risk.case.decks:
        parts.append(f"{each.case.decks} decks")
    if each.case.soft17 != risk.case.soft17:
        parts.append(str(each.case.soft17))
    return ", ".join(parts)


def opening_section(found: TableExposure, risks: list[SideRisk]) -> ReportSection:
    rows = []
    for risk in risks:
        case = risk.case
        match risk.opening:
            case MeterOpening(meter, reset, fair, counted):
                rows.append(
                    (
                        case.wager.id,
                        case.paytable.id,
                        f"meter {meter}, reset {dollars(Cents(reset))}",
                        "never" if fair is None else f"at {dollars(Cents(round(fair)))}",
                        opens_from(counted),
                        "",
                    )
                )
            case WheelOpening(often, kept, perfect):
                rows.append(
                    (
                        case.wager.id,
                        case.paytable.id,
                        f"wheel without weights, spun in {percent(often, 2)}",
                        "",
                        f"if the wheel keeps less than {percent(kept, 1)}",
                        f"if it keeps less than {percent(perfect, 1)}",
                    )
                )
            case None:
                pass
    heads = ("wager", "paytable", "what is open", "fair without a count", "open to a count", "to every card")
    return ReportSection(
        "Meters and wheels",
        (),
        [SectionTable(heads, rows)],
        (),
        [
            f"At this table's cut, {percent(found.cut, 0)} dealt. A meter: all others at their reset; in the "
            "tables above all stand there. A wheel whose weights are not stated: the share of the stake that "
            "it keeps on average from a full shoe; state them and it is valued above."
        ],
    )


def opens_from(counted: float | None) -> str:
    if counted is None:
        return "never"
    return f"from {dollars(Cents(round(counted)))}" if counted else "at any amount"


def seen_section(found: TableExposure, seen: SeenCards) -> ReportSection:
    rows = [
        (name_of(value), f"{seen.first_known[value]:+.4f}")
        for value in range(len(seen.first_known))
        if seen.by_first[value] > 0
    ]
    hole = "no hole card is dealt"
    if seen.hole_known is not None:
        gain = dollars(found.an_hour(100 * seen.hole_known, found.unit))
        hole = f"{percent(seen.hole_known, 2)} to the player, every round: {gain} an hour at one unit"
    first = dollars(found.an_hour(100 * seen.first_wagered, found.unit))
    return ReportSection(
        "A card that is seen",
        [
            ("nothing seen", f"{percent(seen.ev, 2)} to the player"),
            ("hole card known", hole),
            (
                "next card known",
                f"{percent(seen.first_wagered, 2)} a round, wagering in {percent(seen.first_share, 0)} of "
                f"them: when the box's first card is one that favours it; {first} an hour at one unit",
            ),
        ],
        [SectionTable(("first card", "expectation"), rows)],
        [
            Bars(
                "A round by its first card, in percent of the wager",
                [(card, 100 * float(worth)) for card, worth in rows],
                "{:+.1f}%".format,
            )
        ],
        ["Exact, by the values of the cards; nothing insured, suits of bonus lines apart."],
    )


def cut_words(found: TableExposure, cut: float) -> str:
    """The table's own cut is marked; so is one that its rulebook does not permit."""
    own = abs(cut - found.cut) < 1e-9
    return f"{percent(cut, 0)}{' (this table)' if own else ''}"


def named(risk: SideRisk) -> str:
    return f"{risk.case.wager.id} {risk.case.paytable.id}"


def marks(found: TableExposure, risk: SideRisk) -> str:
    offered, stake = risk.offered, found.stake(risk.case.wager.id)
    assert offered is not None
    said = ["line"] if offered.linear else []
    if stake != found.unit:
        said.append(f"at {dollars(stake)}")
    if offered.meters:
        said.append("meters at reset")
    elif offered.fixed_part:
        said.append("without its meter")
    if with_main(risk):
        said.append("in the main wager's figures")
    return ", ".join(said)


def plus_minus(taken: Taken) -> str:
    return f"{taken.per_100:+.3f} ±{taken.error:.3f}"


def name_of_case(risk: SideRisk) -> str:
    return f"{risk.case.wager.name}, paytable {risk.case.paytable.id}"
