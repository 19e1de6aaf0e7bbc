"""A rulebook document and an operator's submission become one frozen `TableRules`."""
