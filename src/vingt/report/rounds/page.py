"""One round from the log as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vingt.report.text.page import Page
from vingt.report.words.figures import moment, signed
from vingt.report.words.values import short

if TYPE_CHECKING:
    from vingt.live.books.shoe_proof import ShoeProof
    from vingt.report.rounds.replay import ToldRound


def round_page(told: ToldRound) -> Page:
    page = Page()
    page.title(f"{told.name}, round {told.number}")
    page.text(f"{told.rules.title}, rules {told.rules.identity[:12]}; began {moment(told.lines[0].at)} UTC")
    rows = [(str(line.version), line.text, short(line.cite, told.rules.cites_as)) for line in told.lines[1:]]
    page.table(("event", "what happened", f"{told.rules.cites_as} and readings"), rows)
    if not told.finished:
        page.text("the round is not over", "yellow")
    net = [(told.names.get(person, person), signed(amount)) for person, amount in told.net.items()]
    page.table(("player", "net"), net)
    for shoe in told.shoes:
        cutter = told.names.get(shoe.cutter, shoe.cutter)
        page.block(f"shoe {shoe.number}", fields=proof(shoe, cutter))
    return page


def proof(shoe: ShoeProof, cutter: str) -> list[tuple[str, str]]:
    cut = f"{shoe.cut} cards from the top, by {cutter}" if shoe.cut is not None else "not cut"
    if not shoe.order:
        return [("committed", shoe.commitment), ("cut", cut), ("order", "sealed until the shoe is dealt out")]
    check = "SHA-256 of the nonce's bytes followed by the order as printed is what was committed to"
    if shoe.bound_to is not None:
        check = "what was committed to is SHA-256 of six lines: docs/live-export.md says which"
    return [
        ("committed", shoe.commitment),
        ("nonce", shoe.nonce),
        ("order", " ".join(map(str, shoe.order))),
        ("seeds", "; ".join(f"{seed.person}: {seed.text}" for seed in shoe.seeds)),
        ("cut", cut),
        ("check", check),
    ]
