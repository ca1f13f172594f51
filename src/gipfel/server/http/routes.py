"""All addresses of the server."""

from gipfel.server.http import catalogue, health, pages, qr_codes, tables, tournaments

ENDPOINTS = (
    *(*pages.ENDPOINTS, *tables.ENDPOINTS, *tournaments.ENDPOINTS),
    *(*catalogue.ENDPOINTS, *qr_codes.ENDPOINTS, *health.ENDPOINTS),
)
