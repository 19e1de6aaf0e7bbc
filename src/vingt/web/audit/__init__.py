"""For auditors: any round and shoe found again, what happened to the house, whether its log is true."""
