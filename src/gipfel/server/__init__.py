"""The server: pages, tables and what they ask for, over HTTP and WebSocket."""
