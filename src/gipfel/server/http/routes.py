"""All addresses of the server."""

from gipfel.server.http import (
    analyses,
    catalogue,
    courses,
    embeds,
    explorer,
    health,
    mail_links,
    notices,
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
    *(*studies.ENDPOINTS, *notices.ENDPOINTS, *mail_links.ENDPOINTS, *qr_codes.ENDPOINTS, *health.ENDPOINTS),
)
