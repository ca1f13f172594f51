"""Pictures: scenes say what to draw; other modules draw them as SVG, as text, and as data for the page."""
