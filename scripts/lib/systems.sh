# The example systems that partita demo runs.
systems=(commerce project_management customer_orders favorites order_entry)
