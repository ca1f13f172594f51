"""All addresses of the server."""

from gipfel.server.http import catalogue, health, pages, tables, tournaments

ENDPOINTS = (
    *(*pages.ENDPOINTS, *tables.ENDPOINTS, *tournaments.ENDPOINTS),
    *(*catalogue.ENDPOINTS, *health.ENDPOINTS),
)
