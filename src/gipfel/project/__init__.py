"""The system that joins the games: potentials, links, contests, menus."""

from gipfel.games.core.registry import register

register("project", "gipfel.project.potentials")
