"""What counts say."""
