"""Run by Alembic: applies the migrations on the connection it is given."""

from alembic import context

from gipfel.table.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
