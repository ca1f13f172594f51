"""GIPF, the first game of the series and the one that joins the others."""
