"""Tables in time: events kept, shoes, ledgers, meters, audit."""
