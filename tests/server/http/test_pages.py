"""The files of the page."""

from tests.helpers.server.running import RunningServer


def test_files_of_the_page(server: RunningServer) -> None:
    first = server.client.get("/")
    assert first.headers["content-security-policy"].startswith("default-src 'none'")
    again = server.client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    theme, module = server.client.get("/theme.css"), server.client.get("/web/main.js")
    assert "--accent" in theme.text
    for part in (theme, module):
        assert part.headers["x-content-type-options"] == "nosniff"
        assert part.headers["cross-origin-resource-policy"] == "same-origin"
        assert "content-security-policy" not in part.headers
    assert server.client.get("/api/catalogue/en").json()["language"] == "en"
    odd = ("/web/%00", "/web/%ff", "/web/" + "x" * 5000, "/web/" + "x/" * 3000, "/web/", "/web/index.html/x")
    for missing in ("/web/nothing.js", "/web/%2e%2e/__init__.py", "/api/catalogue/xx", "/nothing", *odd):
        answer = server.client.get(missing)
        assert answer.status_code == 404
        assert answer.json()["problem"]
