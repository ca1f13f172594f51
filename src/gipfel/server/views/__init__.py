"""What a page is shown: tables, the rights of a viewer, cached frames, pictures."""
