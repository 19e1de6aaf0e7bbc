"""Side wagers: small pure evaluators that answer "which line is this?" from the facts they may see."""
