"""Side wagers, exactly: which deals come how often, and what each brings."""
