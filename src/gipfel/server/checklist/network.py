"""Checks of addresses: who can reach the server, and who is believed."""

from ipaddress import ip_network
from urllib.parse import urlsplit

from gipfel.server.checklist.findings import Finding, advice, ok, sentence, unsafe
from gipfel.server.settings import Settings, is_loopback, parse_address

ADDRESS, PORT, PROXIES, METRICS, CLUSTER = "address", "port", "proxies", "metrics", "cluster"
KNOWN_BITS = {4: 24, 6: 64}
"""A network of at least these bits is somebody's own; in a larger one there may be strangers."""
FEWEST_BITS = {4: 16, 6: 48}
"""With fewer bits than these a network certainly has strangers in it."""


def check_network(settings: Settings, port_problem: str) -> list[Finding]:
    found = [check_address(settings), check_port(port_problem)]
    if not settings.local:
        found += [check_proxies(settings), check_metrics(settings)]
    if settings.cluster:
        found.append(check_cluster(settings))
    return found


def check_address(settings: Settings) -> Finding:
    """Is the traffic of visitors protected?"""
    if settings.local:
        return ok(ADDRESS, "Only this machine can reach the server, and only its owner creates tables.")
    if not settings.public_url:
        return unsafe(
            ADDRESS,
            f"At {settings.host} there is no TLS: whoever can read the traffic can take a seat. "
            "This is for a network at home; elsewhere use a proxy with TLS and --public-url https://….",
        )
    if not settings.secure:
        return unsafe(
            ADDRESS,
            f"{settings.public_url} has no TLS: whoever can read the traffic can take a seat. "
            "Use a proxy with TLS, and a public URL that begins with https.",
        )
    if not is_loopback(settings.host):
        return advice(
            ADDRESS,
            f"The server can also be reached at {settings.host} without TLS. With a proxy on this machine "
            "use --host 127.0.0.1, else let a firewall admit the proxy only.",
        )
    return ok(ADDRESS, f"Visitors use {settings.public_url}, and only this machine reaches the server.")


def check_port(problem: str) -> Finding:
    """Is the port free?"""
    if problem:
        return advice(PORT, f"{sentence(problem)} This is right only if Gipfel is running already.")
    return ok(PORT, "The server can listen.")


def check_cluster(settings: Settings) -> Finding:
    """Can strangers reach the machines on which engines think? Dask executes whatever reaches it."""
    address = urlsplit(settings.cluster)
    if address.scheme == "tls":
        return ok(CLUSTER, f"The connection to the Dask cluster at {settings.cluster} is encrypted.")
    found = parse_address(address.hostname or "")
    if address.hostname == "localhost" or (found is not None and found.is_loopback):
        return ok(CLUSTER, "The Dask cluster runs on this machine; let nobody else reach its ports.")
    if found is not None and found.is_private:
        return advice(
            CLUSTER,
            f"Whoever can reach {settings.cluster} runs programs there; use a network of your own, or tls://.",
        )
    return unsafe(
        CLUSTER,
        f"{settings.cluster} has no TLS, and whoever can reach it runs programs there; use tls:// with "
        "certificates, or an address in a private network.",
    )


def check_proxies(settings: Settings) -> Finding:
    """Is only the proxy believed when it names the address of a visitor?"""
    if settings.public_url and not settings.proxies:
        return advice(
            PROXIES,
            "No proxy is trusted, so all visitors share the limits of one address; name it with --proxy.",
        )
    return _check_networks(
        PROXIES,
        settings.proxies,
        "Every machine in {network} can claim any address and so evade all limits; "
        "name only the addresses of proxies with --proxy.",
        "Only named proxies tell the addresses of visitors.",
    )


def check_metrics(settings: Settings) -> Finding:
    """Are the metrics for those alone who operate the server?"""
    return _check_networks(
        METRICS,
        settings.metrics_for,
        "Every machine in {network} can read /metrics; name only those that collect them with --metrics-for.",
        "/metrics is only for this machine and those that were named.",
    )


def _check_networks(topic: str, networks: tuple[str, ...], problem: str, fine: str) -> Finding:
    wide = [text for text in networks if _is_wider(text, KNOWN_BITS)]
    for text in wide:
        if _is_wider(text, FEWEST_BITS):
            return unsafe(topic, problem.format(network=text))
    return advice(topic, problem.format(network=wide[0])) if wide else ok(topic, fine)


def _is_wider(text: str, bits: dict[int, int]) -> bool:
    network = ip_network(text)
    return not network.is_loopback and network.prefixlen < bits[network.version]
