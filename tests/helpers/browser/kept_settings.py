"""Settings of the page as the browser keeps them."""

import json

from playwright.sync_api import Page

KEY = "gipfel.settings"


def keep_settings(page: Page, **settings: object) -> None:
    """Load the page again with other settings."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, json.dumps(settings)])
    page.reload()
