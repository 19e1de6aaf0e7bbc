"""One round: `decide(rules, state, command)` gives events or a refusal, `evolve` the next state."""
