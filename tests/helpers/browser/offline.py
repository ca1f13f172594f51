"""The service worker of the page, and what it keeps."""

from typing import Any

WITH_WORKER: dict[str, Any] = {"service_workers": "allow"}
"""Options of a browser context."""
INSTALLED = """async () => {
  await navigator.serviceWorker.ready;
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}"""
KEPT = """async ([id, number]) => {
  const cache = await caches.open("gipfel-tables");
  const isKept = async () => {
    const found = Array.from({ length: number }, (_, at) => cache.match(`/kept/${id}/${at}`));
    const parts = await Promise.all(found);
    const table = await cache.match(`/kept/${id}/table`);
    return Boolean(table) && parts.every(Boolean) && (await table.json()).table.number === number;
  };
  while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
"""Wait until a table is kept after a number of decisions, with all positions before."""
