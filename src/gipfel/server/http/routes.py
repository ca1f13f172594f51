"""All addresses of the server."""

from gipfel.server.http import (
    analyses,
    catalogue,
    courses,
    embeds,
    explorer,
    health,
    pages,
    puzzles,
    qr_codes,
    studies,
    tables,
    tournaments,
)

ENDPOINTS = (
    *(*pages.ENDPOINTS, *tables.ENDPOINTS, *analyses.ENDPOINTS, *tournaments.ENDPOINTS, *embeds.ENDPOINTS),
    *(*catalogue.ENDPOINTS, *courses.ENDPOINTS, *puzzles.ENDPOINTS, *explorer.ENDPOINTS),
    *(*studies.ENDPOINTS, *qr_codes.ENDPOINTS, *health.ENDPOINTS),
)
