"""All addresses of the server."""

from gipfel.server.http import catalogue, health, pages, tables

ENDPOINTS = (*pages.ENDPOINTS, *tables.ENDPOINTS, *catalogue.ENDPOINTS, *health.ENDPOINTS)
