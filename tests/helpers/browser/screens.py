"""The screens on which the page is tested."""

from typing import Any, NamedTuple

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
"""Options of a page that is used with a finger."""
TOUCH_PHONE: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 2, **TOUCH}
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, **TOUCH}


class Size(NamedTuple):
    """The size of a window, in pixels of CSS."""

    width: int
    height: int


def sizes(text: str) -> tuple[Size, ...]:
    """Sizes as they are written: `320x480 320x568`."""
    return tuple(Size(*map(int, one.split("x"))) for one in text.split())


UPRIGHT = sizes("320x480 320x568 360x640 390x664 390x844 412x915 768x1024 1080x1920")
LOW = sizes("480x320 568x320 640x360 640x400 720x450 844x390 960x540 1024x600")
"""Phones in landscape, small laptops, and common screens at 200 %."""
WIDE = sizes("1024x768 1100x800 1280x720 1280x800 1440x900 1920x1080 2560x1440")
SIZES = (*UPRIGHT, *LOW, *WIDE)
"""At which every table is tested by `make check`."""
FEW_SIZES = sizes("320x480 390x844 568x320 640x400 1024x768")

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
