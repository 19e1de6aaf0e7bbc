"""Worked rounds as data: a small script language for commands, cards and expectations.

A step is one string: close | check | deal 5s 7h 4c Kd the dealer's work; cards go to whoever is due wager
ann 1 25 a wager placed or changed now misread the card reader shows no natural whatever lies in it (I-19)
unseen | reads natural | reads nothing | turn 9c  a hole card that nobody knows, the reader's answer, the card
ann hit | ann double 5 | bob stand 2.1 decisions; "2.1" is box 2, hand 1 (default: the hand that is due)
ann insure 5 | ann no-insurance | ann even-money refused 7.J(2): ann hit the command must be refused,
citing that clause or reading due card 2 | due card dealer | due ann | due insurance | due reader | due
claim | due over face up | face down how the card that is due will lie legal hit stand double exactly
these actions are open to the hand that is due sees Kd the dealer's cards as a player sees them ("sees Kd
Qh") lies 1 6s 5d ? the first hand of a box as others see it, ? face down   holds ann 1 6s 5d   as ann does
middle 6s   the community cards"""

from __future__ import annotations

from dataclasses import dataclass, field

from vingt.core.cards import card, cards
from vingt.core.money import cents
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS, Act
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import Event, HoleChecked, WagerSettled, WagerUnwound
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.legal import legal
from vingt.core.rounds.procedure import (
    CardDue,
    DecisionDue,
    DeviceDue,
    NothingDue,
    TurnDue,
    WagersDue,
    consequences,
    next_step,
)
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import COMMUNITY, DEALER, RoundState, new_round
from vingt.core.rounds.view import view
from vingt.core.rules.table_rules import TableRules
from vingt.live.views.common_view import lying

AboutAHand = (
    Act
    | c.DeclineDouble
    | c.AcceptExposedCard
    | c.RefuseExposedCard
    | c.TakeLateCard
    | c.GiveUpHand
    | c.SwitchCards
    | c.KeepCards
)
HAND_COMMANDS: dict[str, type[AboutAHand]] = {
    **{str(word): kind for word, kind in ACTION_COMMANDS.items()},
    "no-double": c.DeclineDouble,
    "switch": c.SwitchCards,
    "keep": c.KeepCards,
    "accept": c.AcceptExposedCard,
    "refuse": c.RefuseExposedCard,
    "late-card": c.TakeLateCard,
    "give-up": c.GiveUpHand,
}


@dataclass
class Script:
    """A round being played from a script; every step that fails says which and why."""

    rules: TableRules
    state: RoundState = field(default_factory=new_round)
    events: list[Event] = field(default_factory=list)

    def wager(self, text: str) -> None:
        """`ann 1 10`, `ann 1 match-super-bonus 5`, `bob 2 25 seated`, `cal 2 10 coupon 5`."""
        self.give(self.wager_command(text), text)

    def wager_command(self, text: str) -> c.PlaceWager:
        player, box, *words = text.split()
        coupon = cents(words[words.index("coupon") + 1]) if "coupon" in words else 0
        seated = "seated" in words
        words = (
            words[: words.index("coupon")]
            if "coupon" in words
            else [each for each in words if each != "seated"]
        )
        name, amount = ("main", words[0]) if len(words) == 1 else (words[0], words[1])
        return c.PlaceWager(player, int(box), cents(amount), name, coupon, seated)

    def step(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == "refused":
            clause, _, command = rest.partition(":")
            self.refused(clause.strip(), command.strip(), text)
        elif word == "deal":
            for each in rest.split():
                self.give(c.Deal(card(each)), text)
        elif word == "wager":
            self.wager(rest)
        elif word == "due":
            assert self.due() == rest, f"{text!r}: the round waits for {self.due()!r}"
        elif word == "legal":
            self.legal(rest.split(), text)
        elif word == "misread":
            self.misread(text)
        elif word == "settled":
            assert rest in [each.wager for each in self.settlements()], f"{text!r}: not yet"
        elif word == "face":
            due = next_step(self.rules, self.state)
            assert isinstance(due, CardDue), f"{text!r}: no card is due"
            assert due.face_up is (rest == "up"), f"{text!r}: the card due is {due}"
        elif word == "lies":
            number, *cards_lying = rest.split()
            self.lies(int(number), cards_lying, "", text)
        elif word == "holds":
            player, number, *cards_held = rest.split()
            self.lies(int(number), cards_held, player, text)
        elif word == "middle":
            assert self.state.community == cards(rest), f"{text!r}: {self.state.community} lie there"
        elif word == "sees":
            shown = view(self.state, "player").dealer
            assert shown == cards(rest), f"{text!r}: a player sees {' '.join(map(str, shown))}"
        else:
            self.give(self.command(text), text)

    def lies(self, number: int, expected: list[str], player: str, text: str) -> None:
        box = view(self.state, "player", player).box(number)
        assert box is not None, f"{text!r}: nothing lies there"
        lie = [each or "?" for each in lying(box.hands[0])]
        assert lie == expected, f"{text!r}: {' '.join(lie)} can be seen"

    def give(self, command: c.Command, text: str) -> None:
        advanced = advance(self.rules, self.state, command)
        assert not isinstance(advanced, Refusal), f"{text!r} was refused: {advanced}"
        self.state, events = advanced
        self.events.extend(events)

    def misread(self, text: str) -> None:
        """No command can say that the reader was wrong; the event can."""
        assert self.due() == "reader", f"{text!r}: the round waits for {self.due()!r}"
        happened: list[Event] = [HoleChecked(False)]
        while happened:
            for event in happened:
                self.state = evolve(self.state, event)
            self.events.extend(happened)
            happened = consequences(self.rules, self.state)

    def refused(self, clause: str, command: str, text: str) -> None:
        given = (
            self.wager_command(command.removeprefix("wager "))
            if command.startswith("wager ")
            else self.command(command)
        )
        before = self.state
        advanced = advance(self.rules, self.state, given)
        assert isinstance(advanced, Refusal), f"{text!r} was accepted"
        assert self.state is before
        if clause:
            named = (*advanced.cite.clauses, *advanced.cite.readings)
            assert any(each in (clause, f"{self.rules.cites_as} {clause}") for each in named), (
                f"{text!r}: {advanced}"
            )

    def legal(self, wanted: list[str], text: str) -> None:
        due = next_step(self.rules, self.state)
        assert isinstance(due, DecisionDue), f"{text!r}: no decision is due"
        found = [each.name for each in legal(self.rules, self.state, due.box, due.hand) if each.allowed]
        assert sorted(found) == sorted(wanted), f"{text!r}: legal are {' '.join(found)}"

    def due(self) -> str:
        match next_step(self.rules, self.state):
            case WagersDue():
                return "wagers"
            case CardDue(box, hand, _):
                named = {DEALER: "card dealer", COMMUNITY: "card community"}
                return named.get(box, f"card {box}" + (f".{hand}" if hand else ""))
            case DecisionDue("insurance", _, _, _):
                return "insurance"
            case DecisionDue(_, _, _, players):
                return players[0]
            case DeviceDue("card_reader"):
                return "reader"
            case DeviceDue("reader_repair"):
                return "repair"
            case DeviceDue():
                return "claim"
            case TurnDue():
                return "turn"
            case NothingDue():
                return "over"

    def command(self, text: str) -> c.Command:
        word, _, rest = text.partition(" ")
        match word:
            case "wager":
                return self.wager_command(rest)
            case "close":
                return c.CloseBetting()
            case "check":
                return c.CheckHoleCard()
            case "deal":
                return c.Deal(card(rest))
            case "unseen":
                return c.DealUnseen()
            case "reads":
                return c.ReadHoleCard(natural=rest == "natural")
            case "turn":
                return c.TurnHoleCard(card(rest))
            case "face-up":
                return c.ReportFaceUpCard(card(rest))
            case "stray":
                return c.ReportStrayCard(card(rest))
            case "extra":
                return c.ReportExtraCard(card(rest.split()[0]), exposed="exposed" in rest)
            case "overdraw":
                return c.ReportDealerOverdraw(card(rest))
            case "missed-box":
                return c.ReportMissedBox(int(rest))
            case "missed-card":
                box, _, hand = rest.partition(".")
                return c.ReportMissedCard(int(box), int(hand or 0))
            case "dealer-missed":
                return c.ReportDealerMissedCard()
            case "shoe-empty":
                return c.ReportShoeEmpty(cards(rest))
            case "reader-misused":
                return c.ReportReaderMisuse(seen=rest == "seen")
            case "reader-failed":
                return c.ReportReaderFailure()
            case "reader-repaired":
                return c.ReportReaderRepaired()
            case "void":
                return c.VoidRound(rest or "by the floorperson")
            case _:
                return self.players_command(word, rest.split())

    def players_command(self, player: str, words: list[str]) -> c.Command:
        verb, *rest = words
        places = [
            each
            for each in rest
            if "." in each
            and not each.startswith(".")
            and each.count(".") == 1
            and "$" not in each
            and len(each) == 3
        ]
        if verb in ("insure", "no-insurance", "even-money", "withdraw", "claim"):
            return self.box_command(player, verb, rest)
        box, hand = self.hand_of(player)
        if places:
            box, hand = (int(each) for each in places[0].split("."))
        if verb == "stay":
            return c.StayOnHand(player, box, int(rest[0]))
        if verb == "double":
            amounts = [each for each in rest if each not in places]
            return c.Double(player, box, hand, cents(amounts[0]) if amounts else None)
        return HAND_COMMANDS[verb](player, box, hand)

    def box_command(self, player: str, verb: str, rest: list[str]) -> c.Command:
        boxes = [box for box in self.state.boxes if box.bettor(player)]
        named = [int(each.removeprefix("box")) for each in rest if each.startswith("box")]
        words = [each for each in rest if not each.startswith("box")]
        open_boxes = [
            box.number
            for box in boxes
            if (mine := box.bettor(player)) and mine.main and mine.insurance is None
        ]
        number = named[0] if named else (open_boxes or [boxes[0].number])[0]
        match verb:
            case "insure":
                return c.Insure(player, number, cents(words[0]))
            case "no-insurance":
                return c.DeclineInsurance(player, number)
            case "even-money":
                return c.TakeEvenMoney(player, number)
            case "claim":
                return c.AnswerClaim(player, number, words[0], cents(words[1]))
            case _:
                return c.WithdrawWager(player, number, words[0] if words else "main")

    def hand_of(self, player: str) -> tuple[int, int]:
        """The hand the round waits for; otherwise the player's first hand that is not finished."""
        for asked in self.state.asked:
            if asked.player == player:
                return asked.box, asked.hand
        due = next_step(self.rules, self.state)
        if isinstance(due, DecisionDue) and due.kind == "action":
            return due.box, due.hand
        for box, at, hand in self.state.hands():
            if hand.stake_of(player) is not None and not hand.finished:
                return box.number, at
        return next((box.number for box in self.state.boxes if box.bettor(player)), 1), 0

    def settlements(self) -> list[WagerSettled]:
        return [each for each in self.events if isinstance(each, WagerSettled)]

    def unwound(self) -> list[WagerUnwound]:
        return [each for each in self.events if isinstance(each, WagerUnwound)]
