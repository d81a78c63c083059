"""The pages: HTML drawn on the server, and the painter that redraws a table for each socket."""
