"""What page and server send each other, as types: the only definition of it.

`python scripts/make_contract.py` writes `web/types.js` and the tables of `docs/server.md` from these modules.
"""
