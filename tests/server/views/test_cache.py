"""The cache of views: whole tables as JSON are kept only for a while."""

from gipfel.server.views.cache import RECENT, View


def test_only_recent_views_are_kept_as_json() -> None:
    views = [View({"number": number}, None) for number in range(RECENT + 50)]
    texts = [view.text for view in views]
    assert sum("text" in vars(view) for view in views) == RECENT
    assert [view.text for view in views] == texts
