"""ZÈRTZ: the board shrinks, and the marbles belong to nobody until they are captured."""
