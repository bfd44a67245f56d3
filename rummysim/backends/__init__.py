"""Where units of work run: threads here, or a cluster. Nothing in it knows a card."""
