"""What a page is shown: tables, the part that depends on the visitor, cached views, pictures."""
