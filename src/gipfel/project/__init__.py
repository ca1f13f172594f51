"""The system that joins the games: potentials, links, contests, menus."""
