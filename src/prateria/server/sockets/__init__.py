"""WebSocket connections: messages in, frames out."""
