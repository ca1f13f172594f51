"""One WebSocket connection: messages in, handlers, answers out."""
