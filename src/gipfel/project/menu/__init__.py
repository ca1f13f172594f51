"""Menus: what two players agree on for an evening."""
