"""The compiled loops of the exact analysis. They know no rule."""
