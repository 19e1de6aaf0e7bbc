"""`python -m vingt`, the same as the `vingt` command."""

from vingt.cli.main import app_entry

if __name__ == "__main__":
    app_entry()
