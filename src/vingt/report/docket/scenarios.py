"""Each case driven to its fault at a table in memory: what was tried, and what the house did about it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from vingt.core.cards import DECK, RANKS, SUITS, Card, Cards
from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.reconciliation import listed
from vingt.core.wager_kind import MAIN
from vingt.live.table import commands as ask
from vingt.live.table import mishaps as m
from vingt.live.table.duty_steps import TURN
from vingt.report.docket.case import DocketCase
from vingt.report.docket.case_replay import CaseReplay
from vingt.report.docket.meter_case import meter_set_wrongly
from vingt.report.docket.paper_table import DEALER, FLOOR, TRAINEE, PaperTable
from vingt.report.rules.felt import felt_of

PLAYERS = ("ann", "bob", "cal", "dan", "eve")
SEED = 20  # a shoe as any other, the same at each replay


def replay(case: DocketCase) -> CaseReplay:
    return SCENARIOS[case.scenario](case)


def finished(told: CaseReplay, table: PaperTable) -> CaseReplay:
    """With the replay's own log checked, as a house's is."""
    told.events, told.sound = len(table.log), table.verified().sound
    return told


# -- procedure ---------------------------------------------------------------------------------------------


def skipped_card(case: DocketCase) -> CaseReplay:
    told, table = CaseReplay(), PaperTable(case.rules, "guided")
    table.open_with(PLAYERS[:2])
    table.wager_all()
    table.must(table.step("close_betting"))
    for _ in PLAYERS[:2]:
        table.must(table.step("deal"))
    told.tell("the first cards are dealt to both players", "the next card is the dealer's own")
    table.must(table.report(m.DealerCardMissed(), DEALER))
    remedy = table.rules.cite("irregularity.dealer_missed_own_card")
    told.tell(
        "the dealer passes over the own card, and reports it",
        "the cards stay where they lie; the players' are finished, then the dealer takes the missing ones",
        remedy,
    )
    order = tuple(table.state.round.queue)
    told.tell("what is dealt next", f"boxes {', '.join(map(str, order[:-2]))}, then the dealer twice", remedy)
    told.refused("a dealt card is moved back, as if the deal could be begun again", table.step("move_card"))
    told.refused("the wagers are handed back by a floorperson", table.step("refund", person=FLOOR))
    while table.state.round_open:
        if not table.answer() and table.due is not None:
            table.must(table.step(table.due.id))
    told.tell("the round goes on", "it is dealt and settled as ordered")
    return finished(told, table)


def shuffle_left_out(case: DocketCase) -> CaseReplay:
    told, table = CaseReplay(), PaperTable(case.rules, "scanned")
    table.must(table.deal(DEALER, ask.TakeTable()))
    table.must(table.say(PLAYERS[0], ask.TakeSeat(1)))
    shuffles = {each.what for each in table.rules.shoe.shuffle_steps}
    while (step := table.due) is not None and not (step.item is not None and step.item.step in shuffles):
        table.sign(step)
    told.tell("the decks are received, inspected, looked over and stacked", "the shuffle is due")
    told.refused("the stack goes into the shoe unshuffled", table.step("load_shoe"))
    told.refused("a card is dealt", table.step("deal", "Ks"))
    table.go_on("load_shoe")
    told.tell("the shuffle is done and signed", "only now can the shoe be loaded")
    return finished(told, table)


def no_dealers_role(case: DocketCase) -> CaseReplay:
    told, table = CaseReplay(), PaperTable(case.rules, "guided")
    told.refused(
        "somebody without the role of a dealer takes the table", table.deal(TRAINEE, ask.TakeTable())
    )
    table.open_with(PLAYERS[:1])
    table.wager_all()
    told.refused("the same person closes the betting and deals", table.step("close_betting", person=TRAINEE))
    return finished(told, table)


# -- cards -------------------------------------------------------------------------------------------------


def shoe_without(rules: TableRules, missing: Cards) -> list[Card]:
    shoe = list((Counter(rules.cards.shoe) - Counter(missing)).elements())
    random.Random(SEED).shuffle(shoe)
    return shoe


def gone_from(case: DocketCase) -> Cards:
    """The cards that were missing, or so many of them where nobody could name them."""
    shoe = case.rules.cards.shoe
    return case.fault.missing or tuple(random.Random(SEED).sample(shoe, case.fault.unknown))


def short_decks(case: DocketCase) -> CaseReplay:
    """Decks that come short are read as they are received; where hands count and sign, their shoe tells."""
    gone, told, table = gone_from(case), CaseReplay(), PaperTable(case.rules, "scanned")
    table.must(table.deal(DEALER, ask.TakeTable()))
    table.go_on("receive_decks")
    told.tell(f"decks come to the table without {listed(gone)}", "they are to be received and counted")
    table.must(table.step("receive_decks", " ".join(map(str, shoe_without(case.rules, gone)))))
    counted = table.state.dealing.decks_counted
    assert counted is not None
    told.stop(
        "the dealer reads them, card by card, and signs",
        f"missing: {listed(counted.missing)}; they are not received, and the floor is called",
        counted.cite,
    )
    told.refused("they are spread and shuffled all the same", table.step("random_shuffle"))
    due = table.due
    told.stop("the floor would carry on with them", f"only this is due: {due.words if due else ''}")
    unread = missing_cards(case)
    told.tell(
        "at another table hands count them, sign, and nobody reads a card",
        f"the count at the end of the shoe names the cards: {unread.exposed} rounds",
    )
    told.otherwise = f"{unread.exposed} where hands count the decks and nobody reads them"
    told.steps += [step for step in unread.steps if step.stopped]
    told = finished(told, table)
    told.sound = told.sound and unread.sound
    return told


def missing_cards(case: DocketCase) -> CaseReplay:
    """A whole shoe is dealt with cards missing from it; at its end it is counted."""
    rules, gone = case.rules, gone_from(case)
    told, table = CaseReplay(), PaperTable(rules, "scanned")
    table.open_with(PLAYERS)
    told.tell(f"a shoe is loaded without {listed(gone)}", "nobody can see a card that is not there")
    rest = deal_shoe(table, shoe_without(rules, gone))
    told.exposed = table.state.round_number
    told.tell("the shoe is dealt to its cover card", f"{told.exposed} rounds, every card entered as it comes")
    told.refused("another shoe is shuffled without a count", table.step("shuffle"))
    table.must(table.step("count_shoe", " ".join(map(str, rest))))
    faulty = table.state.shoe.faulty
    if faulty is None:
        told.tell("the shoe is counted", "found complete")
    else:
        told.stop(
            "the shoe is counted", f"missing: {listed(faulty.missing)}; the floor is called", faulty.cite
        )
        table.go_on("receive_decks")
        due = table.due
        told.stop(
            "the floor would carry on with these decks", f"only this is due: {due.words if due else ''}"
        )
    return finished(told, table)


def new_deck_order(case: DocketCase) -> CaseReplay:
    """New decks, never shuffled though it was signed, dealt card by card."""
    told, table = CaseReplay(), PaperTable(case.rules, "scanned")
    table.open_with(PLAYERS)
    told.tell(
        "new decks are loaded as they lie; the shuffle is signed all the same", "hands can sign anything"
    )
    order = [Card(rank, suit) for suit in SUITS for rank in RANKS if Card(rank, suit) in DECK]
    rest = [card for card in order if card.rank not in table.rules.cards.removed_ranks]
    deal_shoe(table, rest * table.rules.cards.decks)
    told.exposed = sum(not each.void for each in table.state.last_rounds)
    refused = table.state.shoe.refused
    if refused is None:
        told.tell("the cards come out in order", "nobody noticed")
        return finished(told, table)
    told.stop(
        f"card {refused.at + 1} of the shoe is {refused.card}, the next of its suit again",
        "the table stops before it is dealt, and the floor is called",
        refused.cite,
    )
    told.refused("the dealer deals on", table.step("deal", "Ks"))
    told.refused("the wagers are handed back by nobody's rule", table.step("refund", person=FLOOR))
    table.must(table.report(m.CardsNotShuffled()))
    told.tell(
        "the floorperson finds that the cards were not shuffled",
        "the round is void, every wager goes back by that clause, and the cards are shuffled",
        table.rules.cite("shoe.shuffle_procedure"),
    )
    return finished(told, table)


def deal_shoe(table: PaperTable, order: list[Card]) -> list[Card]:
    """Round after round until the shoe is over or the table stops; what nobody has seen of it is left."""
    unseen = [order.pop(0) for _ in range(table.state.shoe.out)]  # burned as it was loaded
    while not table.state.shoe.uncounted and not table.state.stopped_by:
        if not table.state.round_open:
            table.go_on()
        if table.state.betting:
            table.wager_all()
            table.must(table.step("close_betting"))
        while table.state.round_open and not table.state.stopped_by:
            if not table.answer():
                deal_next(table, order, unseen)
    return [*unseen, *order]


def deal_next(table: PaperTable, order: list[Card], unseen: list[Card]) -> None:
    """The due step, with the real card that comes; the hole card lies there unseen until it is turned."""
    step = table.due
    assert step is not None
    entered = ""
    if step.id == TURN:
        entered = str(unseen.pop())
    elif step.asks == "hole_card":
        unseen.append(order.pop(0))
    elif step.asks == "reader":
        natural = counts_of(table.rules).is_natural((table.state.round.dealer[0], unseen[-1]))
        entered = "yes" if natural else "no"
    elif step.asks:
        entered = str(order.pop(0))
    table.must(table.step(step.id, entered))


# -- rules and signs ---------------------------------------------------------------------------------------


def wrong_felt(case: DocketCase) -> CaseReplay:
    rules = case.rules
    told, table = CaseReplay(), PaperTable(rules, "scanned")
    told.tell(
        "the felt is printed from the rules in force", printed(rules, "17"), rules.cite("dealer.soft17")
    )
    table.open_with(PLAYERS[:1])
    table.wager_all()
    play_round(table, ("9s", "6s", "Kd", "", "Ah"))  # the dealer turns an ace beside the six
    told.tell("the dealer has an ace and a six, a soft 17", "the hand stands, and the round is settled")
    told.refused("the dealer draws on it all the same", table.step("deal", "5c"))
    return finished(told, table)


def sign_and_payment(case: DocketCase) -> CaseReplay:
    """The hand that wins the most of all, dealt and paid."""
    rules, told = case.rules, CaseReplay()
    bonus = rules.super_bonus
    assert bonus is not None
    top = max(bonus.tiers, key=lambda tier: int(tier.pays.amount))
    sign = next(sign for sign in felt_of(rules).pays if "super" in sign.title.lower())
    signed = "; ".join(f"{words}: {pays}" for words, pays in sign.lines)
    told.tell("the sign is printed from the rules in force", signed, sign.cite)
    table = PaperTable(rules, "scanned")
    table.open_with(PLAYERS[:1])
    table.must(table.say(PLAYERS[0], c.PlaceWager(PLAYERS[0], 1, int(top.wager_min))))
    play_round(table, ("7h", "7s", "7h", "", "7h", "Kd", "9c"), hit_to=21)
    paid = [each for each in table.state.last_rounds[0].payments if each.wager != MAIN]
    for each in paid:
        told.tell("three 7s of hearts against a 7 are paid", dollars(each.net), each.cite)
    told.refused("a floorperson pays another amount", table.step("pay", "1000000", FLOOR))
    exact = [each.net for each in paid] == [int(top.pays.amount)]
    told.tell("the payment against the sign", "the same to the cent" if exact else "NOT the same")
    return finished(told, table)


def natural_as_filed(case: DocketCase) -> CaseReplay:
    rules, told = case.rules, CaseReplay()
    cite = rules.cite("pays.natural")
    told.tell("the table is filed", f"a natural pays {rules.pays.natural}", cite)
    told.tell("the felt is printed from the rules in force", printed(rules, str(rules.pays.natural)), cite)
    table = PaperTable(rules, "scanned")
    table.open_with(PLAYERS[:1])
    table.wager_all()
    play_round(table, ("As", "6s", "Kd", "", "9h", "5c"))
    (paid,) = table.state.last_rounds[0].payments
    told.tell(f"a natural on {dollars(paid.stake)} is paid", f"{dollars(paid.net)}, as filed", paid.cite)
    told.refused("it is paid 6 to 5 all the same", table.step("pay", "6:5"))
    return finished(told, table)


def printed(rules: TableRules, about: str) -> str:
    felt = felt_of(rules)
    return next(line.text for line in (*felt.arcs, *felt.signs) if about in line.text)


def play_round(table: PaperTable, entries: Sequence[str], hit_to: int = 0) -> None:
    """One player's round with these real cards; hit to a total, else every answer is the default."""
    coming = iter(entries)
    while table.state.round_open:
        if hit_to and table.hit_below(hit_to):
            continue
        if table.answer():
            continue
        step = table.due
        assert step is not None
        table.must(table.step(step.id, next(coming) if step.asks else ""))


SCENARIOS: Mapping[str, Callable[[DocketCase], CaseReplay]] = {
    "skipped_card": skipped_card,
    "shuffle_left_out": shuffle_left_out,
    "no_dealers_role": no_dealers_role,
    "short_decks": short_decks,
    "missing_cards": missing_cards,
    "new_deck_order": new_deck_order,
    "wrong_felt": wrong_felt,
    "sign_and_payment": sign_and_payment,
    "natural_as_filed": natural_as_filed,
    "meter_set_wrongly": meter_set_wrongly,
}
