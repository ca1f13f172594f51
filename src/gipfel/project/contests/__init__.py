"""Contests: what is played, rolled, tossed or drawn for the use of a potential."""
