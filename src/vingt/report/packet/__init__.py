"""The packet that an operator files: rules, odds, layout, procedure and proof as one document."""
