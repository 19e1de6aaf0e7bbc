"""What one person may do now, as buttons: each is asked of `decide`, so it is allowed there if it is here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from vingt.core.cite import Cite
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.command_words import ACTION_COMMANDS, ActionName, action_words
from vingt.core.rounds.legal import Action, action, double_range, doubles_for_less, offered_actions
from vingt.core.rounds.playing import insurance_least, insurance_limit
from vingt.core.rounds.procedure import DecisionDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import is_natural
from vingt.core.rounds.state import Bettor, Box, OpenQuestion
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.events import BoughtIn
from vingt.live.log.kinds import AnyEvent
from vingt.live.table import commands as ask
from vingt.live.table.decision import Patron, decide
from vingt.live.table.pause import as_wagered, before_shuffle
from vingt.live.table.questions import PromptKind, about_hand, question_id
from vingt.live.table.state import TableState
from vingt.live.table.steps import steps
from vingt.live.views.seat_choices import seat_prompts
from vingt.live.views.view import Choice, Prompt
from vingt.live.views.wager_choices import coupon_prompt, spoken_prompt, wager_prompts


def prompts(
    rules: TableRules, state: TableState, person: Patron, spread_by: Cite | None = None
) -> tuple[Prompt, ...]:
    """What the table waits for comes first. `spread_by`: the clause under which the first player looks the
    cards over now."""
    asker = Asker(rules, state, person, spread_by)
    seldom = seat_prompts(rules, state, person, asker.judged)
    if state.stopped_by or state.round.suspended:  # whatever was asked waits with the cards
        return seldom
    return (*asker.waited_for(), *asker.wagers(), *seldom)


class Asker:
    def __init__(
        self, rules: TableRules, state: TableState, person: Patron, spread_by: Cite | None = None
    ) -> None:
        self.rules, self.state, self.person, self.spread_by = rules, state, person, spread_by

    def judged(self, choice: Choice, command: ask.PersonCommand, cite: Cite = Cite()) -> Choice:
        """The choice as `decide` takes it; `cite` stands behind what is allowed."""
        answer = decide(self.rules, self.state, self.person, command)
        if isinstance(answer, Refusal):
            return replace(choice, allowed=False, why_not=answer.why, cite=answer.cite)
        buys = sum(event.amount for event in answer.events if isinstance(event, BoughtIn))
        buys = 0 if isinstance(command, ask.BuyIn) else buys
        return replace(choice, allowed=True, cite=cite, buys=buys, cost=raised(answer.events))

    def waited_for(self) -> Iterator[Prompt]:
        """The questions of the shoe and of the round."""
        yield from self.look()
        yield from self.cut()
        yield from self.spin()
        if self.state.round_open and not self.state.betting:
            yield from self.insurance()
            yield from self.questions()
            yield from self.decision()
            yield from self.late_rescues()

    @property
    def money(self) -> int:
        """What a stake can take: the chips at hand, and the purse that buys more."""
        return self.state.rack(self.person.id) + self.person.purse

    # -- the shoe ------------------------------------------------------------------------------------------

    def look(self) -> Iterator[Prompt]:
        """The cards are spread for the first player."""
        first = next(iter(self.state.company.arrived), "")
        if self.spread_by is not None and first == self.person.id:
            id = question_id("look", self.state.shoe.number, len(self.state.dealing.done))
            choice = Choice("look_over", "I have seen them", True, self.spread_by)
            yield Prompt("look", id, "The cards are spread for you to look over.", (choice,), urgent=True)

    def cut(self) -> Iterator[Prompt]:
        offered = self.state.shoe.cut_offered
        if self.state.shoe.stage != "offered" or offered is None or offered.person != self.person.id:
            return
        cut = Choice("cut", "Cut", True, offered.cite, takes="place", least=offered.least, most=offered.most)
        yield Prompt(
            "cut",
            question_id("cut", self.state.shoe.number, len(self.state.shoe.declined)),
            "The cards are shuffled. Where do you cut them?",
            (cut, Choice("decline_cut", "No, thank you", True, offered.cite)),
            urgent=True,
            default="the dealer cuts",
        )

    def spin(self) -> Iterator[Prompt]:
        """The hot spot's player has the wheel, once who deals has enabled it (MA-P21 16(l))."""
        spin = self.state.jackpot.spin
        if spin is None or not self.state.jackpot.enabled:
            return
        for step in steps(self.rules, self.state, 0):
            if step.id == ask.SENSOR and step.player == self.person.id:
                choice = Choice("cover_sensor", "Spin", True, step.cite)
                id = question_id("spin", self.state.round_number, spin.number)
                yield Prompt("spin", id, "The hot spot is yours: spin the wheel.", (choice,), urgent=True)

    # -- insurance -----------------------------------------------------------------------------------------

    def insurance(self) -> Iterator[Prompt]:
        round_ = self.state.round
        if round_.stage != "insurance":
            return
        for box in round_.boxes:
            for bettor in box.insurable:
                if bettor.player == self.person.id and bettor.insurance is None:
                    yield self.insurance_of(box, bettor)

    def insurance_of(self, box: Box, bettor: Bettor) -> Prompt:
        rules, me, at = self.rules, self.person.id, box.number
        unit = int(rules.wagering.chip_unit)
        least = -(-insurance_least(rules) // unit) * unit
        limit = insurance_limit(rules, bettor.main)
        most = min(limit, self.money // unit * unit) if self.money >= least else limit
        amount = Choice(
            "insure", "Insurance", True, box=at, takes="amount", least=least, most=most, unit=unit
        )
        cite = rules.cite("insurance.up_cards", "insurance.limit")
        choices = [self.judged(amount, c.Insure(me, at, most), cite)]
        even = is_natural(rules, box.hands[0]) and rules.insurance.even_money
        if even:
            choice = Choice("take_even_money", "Even money", True, box=at)
            choices.append(self.judged(choice, c.TakeEvenMoney(me, at), rules.cite("insurance.even_money")))
        choices.append(Choice("decline_insurance", "No insurance", True, cite, box=at))
        question = "Even money or insurance" if even else "Insurance"
        kind: PromptKind = "even_money" if even else "insurance"
        return Prompt(
            kind,
            question_id(kind, self.state.round_number, at),
            f"{question} for box {at}?",
            tuple(choices),
            urgent=True,
            box=at,
            default="no insurance",
        )

    # -- co-bettors ----------------------------------------------------------------------------------------

    def questions(self) -> Iterator[Prompt]:
        for question in self.state.round.asked:
            if question.player == self.person.id:
                if question.question == "join_double":
                    yield self.join_double(question)
                elif question.question == "cover_split":
                    yield self.cover_split(question)
                elif question.question == "rescue":
                    yield self.rescue(question)
                elif question.question == "switch":
                    yield self.switch(question)
                else:
                    yield self.late_card(question)

    def switch(self, question: OpenQuestion) -> Prompt:
        me, box = self.person.id, question.box
        cite = self.rules.cite("variant.game")
        boxes = " and ".join(map(str, self.rules.variant.position_of(box)))
        switch = Choice("switch_cards", "Switch", True, box=box)
        keep = Choice("keep_cards", "Keep", True, box=box)
        return Prompt(
            "switch",
            self.about("switch", box, 0),
            f"Do you switch the second cards of boxes {boxes}?",
            (
                self.judged(switch, c.SwitchCards(me, box), cite),
                self.judged(keep, c.KeepCards(me, box), cite),
            ),
            urgent=True,
            box=box,
            default="the cards stay as dealt",
        )

    def late_card(self, question: OpenQuestion) -> Prompt:
        me, box, hand = self.person.id, question.box, question.hand
        second = question.question == "late_second_card"
        field = "irregularity.box_with_one_card" if second else "irregularity.missed_drawn_card"
        take = Choice("take_late_card", "Take the card late", True, box=box, hand=hand)
        give_up = Choice("give_up_hand", "Give the hand up", True, box=box, hand=hand)
        cite = self.rules.cite(field, "irregularity.dead_hand_returns")
        return Prompt(
            "late_card",
            self.about("late_card", box, hand),
            f"A card of box {box} was missed. Do you take it after the others, or is the hand dead?",
            (
                self.judged(take, c.TakeLateCard(me, box, hand), self.rules.cite(field)),
                self.judged(give_up, c.GiveUpHand(me, box, hand), cite),
            ),
            urgent=True,
            box=box,
            hand=hand,
            default="the card is dealt late",
        )

    def join_double(self, question: OpenQuestion) -> Prompt:
        me, box, hand = self.person.id, question.box, question.hand
        cite = self.rules.cite("boxes.co_bettor_doubles")
        double = Choice("double", "Double too", True, box=box, hand=hand, takes="amount")
        double = self.with_double_range(double)
        return Prompt(
            "join_double",
            self.about("join_double", box, hand),
            f"Box {box} is doubled. Do you double too?",
            (
                self.judged(double, c.Double(me, box, hand, double.most), cite),
                Choice("decline_double", "No, stay", True, cite, box=box, hand=hand),
            ),
            urgent=True,
            box=box,
            hand=hand,
            default="you do not double",
        )

    def with_double_range(self, choice: Choice) -> Choice:
        """The least and the most by the rules, and no more than the money at hand."""
        box = self.state.round.box(choice.box or 0)
        assert box is not None
        hand = box.hands[choice.hand or 0]
        stake = hand.stake_of(self.person.id)
        assert stake is not None
        least, most = double_range(self.rules, hand, stake)
        any_between = doubles_for_less(self.rules, hand)
        unit = int(self.rules.wagering.chip_unit)
        if least <= self.money < most:
            most = max(least, self.money // unit * unit) if any_between else least
        exact = () if any_between or least == most else (most, least)
        return replace(choice, least=least, most=most, unit=unit, exact=exact)

    def cover_split(self, question: OpenQuestion) -> Prompt:
        me, box, first = self.person.id, question.box, question.hand
        cite = self.rules.cite("boxes.co_bettor_splits")
        cover = Choice("split", "Cover both hands", True, box=box, hand=first)
        choices = [self.judged(cover, c.Split(me, box, first), cite)]
        for hand, words in ((first, "Stay on the first hand"), (first + 1, "Stay on the second hand")):
            stay = Choice("stay_on_hand", words, True, box=box, hand=hand)
            choices.append(self.judged(stay, c.StayOnHand(me, box, hand), cite))
        return Prompt(
            "cover_split",
            self.about("cover_split", box, first),
            f"Box {box} is split. Do you cover both hands?",
            tuple(choices),
            urgent=True,
            box=box,
            hand=first,
            default="your wager stays on the first hand",
        )

    def rescue(self, question: OpenQuestion) -> Prompt:
        cite = self.rules.cite("rescue.total_max", "rescue.until")
        rescue = Choice("rescue", "Rescue", True, box=question.box, hand=question.hand)
        return Prompt(
            "rescue",
            self.about("rescue", question.box, question.hand),
            f"Do you rescue your double on box {question.box}?",
            (
                self.judged(rescue, c.Rescue(self.person.id, question.box, question.hand), cite),
                Choice("stand", "Keep the double", True, cite, box=question.box, hand=question.hand),
            ),
            urgent=True,
            box=question.box,
            hand=question.hand,
            default="the double is kept",
        )

    # -- hands ---------------------------------------------------------------------------------------------

    def decision(self) -> Iterator[Prompt]:
        due = next_step(self.rules, self.state.round)
        if not isinstance(due, DecisionDue) or due.kind != "action":
            return
        if self.person.id in due.players:
            choices = tuple(self.action(due.box, due.hand, name) for name in offered_actions(self.rules))
            choices += tuple(self.exposed(due.box, due.hand))
        else:
            choices = self.alone(due.box, due.hand)
        if choices:
            mine = self.person.id in due.players
            words = f"Box {due.box}, hand {due.hand + 1}" if due.hand else f"Box {due.box}"
            default = "the hand stands" if mine else "you stay in"
            question = f"{words}: your decision"
            id = self.about("decision", due.box, due.hand)
            yield Prompt("decision", id, question, choices, mine, due.box, due.hand, default)

    def exposed(self, box: int, at: int) -> Iterator[Choice]:
        """A card that was drawn by mistake and seen is the next card, unless it is refused."""
        if (card := self.state.round.exposed) is not None:
            cite = self.rules.cite("irregularity.exposed_extra_card", "irregularity.refused_exposed_card")
            refuse = Choice("refuse_exposed_card", f"Refuse the {card}", True, box=box, hand=at)
            yield self.judged(refuse, c.RefuseExposedCard(self.person.id, box, at), cite)

    def alone(self, number: int, at: int) -> tuple[Choice, ...]:
        """A co-bettor decides only what the rules leave to each alone: whether to surrender."""
        box = self.state.round.box(number)
        if box is None or box.hands[at].stake_of(self.person.id) is None:
            return ()
        surrender = self.action(number, at, "surrender")
        return (surrender,) if surrender.allowed else ()

    def about(self, kind: PromptKind, box: int, hand: int) -> str:
        return question_id(kind, self.state.round_number, *about_hand(self.state.round, box, hand))

    def action(self, box: int, at: int, name: ActionName) -> Choice:
        right = action(self.rules, self.state.round, box, at, name)
        choice = Choice(name, self.label(box, at, right), True, box=box, hand=at)
        command = ACTION_COMMANDS[name](self.person.id, box, at)
        if name == "double" and right.allowed:
            choice = self.with_double_range(replace(choice, takes="amount"))
            command = c.Double(self.person.id, box, at, choice.most)
        return self.judged(choice, command, right.cite)

    def label(self, number: int, at: int, right: Action) -> str:
        box = self.state.round.box(number)
        doubled = box is not None and at < len(box.hands) and bool(box.hands[at].doubles)
        return action_words(right.name, doubled=doubled).capitalize()

    def late_rescues(self) -> Iterator[Prompt]:
        """A kept double that may still be taken back though the hand has stood (I-50)."""
        for box, at, hand in self.state.round.hands():
            stake = hand.stake_of(self.person.id)
            if stake is None or hand.status != "stood":
                continue
            rescue = self.action(box.number, at, "rescue")
            if rescue.allowed:
                question = f"Box {box.number}: the double may still be rescued"
                id = self.about("rescue", box.number, at)
                yield Prompt("rescue", id, question, (rescue,), False, box.number, at, "the double is kept")

    # -- wagers --------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[Prompt, ...]:
        """Until betting closes, and from the moment when all is paid: the first wager begins the round."""
        state = as_wagered(self.rules, self.state)
        if not state.betting:
            return (*self.going_on(),)
        asker = Asker(self.rules, state, self.person)
        wagers = wager_prompts(self.rules, state, self.person, asker.judged)
        spoken = spoken_prompt(self.rules, state, self.person, asker.judged)
        return (
            *wagers,
            *coupon_prompt(self.rules, state, self.person, asker.judged),
            *asker.ready(),
            *spoken,
        )

    def going_on(self) -> Iterator[Prompt]:
        state = self.state
        if before_shuffle(self.rules, state) and state.held_by(self.person.id):
            id = question_id("ready", "shuffle", state.shoe.number)
            go_on = self.judged(Choice("ready", "Go on", True), ask.Ready())
            yield Prompt("ready", id, "The cards are shuffled next.", (go_on,), default="they are shuffled")

    def ready(self) -> Iterator[Prompt]:
        state = self.state
        wagered = state.wagered(self.person.id)
        if wagered or state.held_by(self.person.id):
            label = "Sit this round out" if not wagered else "Deal" if state.dealing.automatic else "Ready"
            ready = self.judged(Choice("ready", label, True), ask.Ready())
            id = question_id("ready", state.round_number)
            question = "Deal now, when all are ready?"
            yield Prompt("ready", id, question, (ready,), default="the cards are dealt")


def raised(events: Iterable[AnyEvent]) -> int:
    """What a command stakes on a hand that is dealt already."""
    raises = (e.InsurancePlaced, e.HandDoubled, e.HandSplit, e.SplitCovered)
    return sum(event.amount for event in events if isinstance(event, raises))
