"""The rulebooks as data, and their only reader."""
