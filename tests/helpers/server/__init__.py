"""A real server, and clients that behave well or badly."""
