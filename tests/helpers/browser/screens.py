"""The screens on which the page is tested."""

from typing import Any

from tests.helpers.check import CHECK

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LAYOUTS = {"desktop": DESKTOP, "phone": PHONE} if CHECK else {"desktop": DESKTOP}
"""For tests of both layouts of the page, the wide one and the narrow one; only `make check` tests both."""

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
"""Options of a page that is used with a finger."""
TOUCH_PHONE: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 2, **TOUCH}
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, **TOUCH}

ALL = {
    "smallest phone": {"width": 320, "height": 640},
    "small phone": {"width": 360, "height": 640},
    "large phone": {"width": 430, "height": 932},
    "phone in landscape": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "tablet in landscape": {"width": 1180, "height": 820},
    "laptop": {"width": 1366, "height": 768},
    "large screen": {"width": 2560, "height": 1440},
}
"""Common sizes, all of which are tested by `make check`."""
