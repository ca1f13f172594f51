"""Studies on the server: chapters with text and a board each, which their authors change on the page."""
