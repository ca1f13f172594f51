"""Worker processes that think for the server: the pool, its jobs, and the worker itself."""
