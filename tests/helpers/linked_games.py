"""Project games in which one kind of potential is linked."""

from gipfel.project.potentials.game import Project

JUMP = "c3=Wpz,d4=Bp w m W:10//B B:10//B 0/0"
"""White can jump with a ZÈRTZ-potential: `Zc3>e5`."""


def linked(link: str, **options: str) -> Project:
    """A project game whose ZÈRTZ-potentials are linked and can be challenged any number of times."""
    challenge = {"link.mode": "challenge", "link.challenges": "unlimited"}
    return Project("menu", **{"gipf_loss": "off", "link.Z": link, **challenge, **options})
