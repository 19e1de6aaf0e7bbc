"""What a replay of a case tells: step by step what was tried, and what the house did about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from vingt.core.cite import Cite
from vingt.core.rounds.refusal import Refusal
from vingt.report.words.grammar import plural


@dataclass(frozen=True)
class ReplayedStep:
    """What somebody did, and what came of it; `stopped` where the house would have none of it."""

    tried: str
    answer: str
    stopped: bool = False
    cite: Cite = Cite()

    def as_json(self) -> dict[str, object]:
        return {"tried": self.tried, "answer": self.answer, "stopped": self.stopped, **self.cite.as_json()}


@dataclass
class CaseReplay:
    """`exposed` is how many rounds were settled with the fault before the house stopped it."""

    steps: list[ReplayedStep] = field(default_factory=list)
    exposed: int = 0
    otherwise: str = ""  # how many it would be where the house does less than it can
    events: int = 0
    sound: bool = True

    def tell(self, tried: str, answer: str, cite: Cite = Cite()) -> None:
        self.steps.append(ReplayedStep(tried, answer, False, cite))

    def stop(self, tried: str, answer: str, cite: Cite = Cite()) -> None:
        self.steps.append(ReplayedStep(tried, answer, True, cite))

    def refused(self, tried: str, refusal: Refusal | None) -> None:
        """What must be refused; that it is not would be a fault of ours, and is told."""
        if refusal is None:
            self.tell(tried, "was let through")
        else:
            self.stop(tried, f"refused: {refusal.why}", refusal.cite)

    @property
    def exposed_words(self) -> str:
        words = plural(self.exposed, "round") if self.exposed else "none"
        return f"{words}; {self.otherwise}" if self.otherwise else words

    @property
    def stopped(self) -> bool:
        return any(step.stopped for step in self.steps)

    def as_json(self) -> dict[str, object]:
        return {
            "steps": [step.as_json() for step in self.steps],
            "stopped": self.stopped,
            "rounds_exposed": self.exposed,
            "otherwise": self.otherwise,
            "events": self.events,
            "log_sound": self.sound,
        }
