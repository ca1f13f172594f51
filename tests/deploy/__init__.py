"""The files of `deploy`: units, proxies, container, backup; and databases of earlier versions."""
