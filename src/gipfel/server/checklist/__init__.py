"""What is unsafe or unwise in the settings of a server, before it starts."""

from gipfel.server.checklist.database import check_database
from gipfel.server.checklist.findings import Finding
from gipfel.server.checklist.machine import Machine, check_machine
from gipfel.server.checklist.network import check_network
from gipfel.server.settings import Settings


def check_all(settings: Settings, machine: Machine, port_problem: str = "") -> list[Finding]:
    """Everything that is checked; `port_problem` says why the server cannot listen, if it cannot."""
    return [
        *check_network(settings, port_problem),
        *check_database(settings, machine),
        *check_machine(settings, machine),
    ]
