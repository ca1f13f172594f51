"""Routes over HTTP: tables, the catalogue of games, pages, exports, health."""
