"""Reads one item by its primary key."""

from __future__ import annotations

from functools import lru_cache

from .calls import GetRequest, ReadRequest, Row
from .description import (
    EntityDescription,
    PatternDescription,
    PlanDescription,
    TableDescription,
)
from .errors import UnreadableRowError
from .key_fields import field_parts
from .read import read
from .session import Session
from .steps import Steps


@lru_cache(maxsize=1024)
def _primary_pattern(table: TableDescription, entity: EntityDescription) -> PatternDescription:
    """Returns the pattern of a GetItem. It has the name of its entity."""
    sort = entity.primary.sort
    fields = [part.field for key in entity.primary.all() for part in field_parts(key)]
    return PatternDescription(
        name=entity.name,
        table=0,
        entities=(table.entities.index(entity),),
        by=tuple(dict.fromkeys(fields)),
        plan=PlanDescription(
            operation="GetItem",
            sort="equal" if sort else "none",
            sort_parts=len(sort[0].parts) if sort else 0,
            forward=True,
        ),
    )


def get_by_key(
    session: Session,
    request: GetRequest,
    *,
    consistent: bool | None = None,
    expired_too: bool = False,
) -> Steps[Row | None]:
    """Returns the item, or None if the table has no such item.

    Raises the errors of the database, ModelError for a field that is missing or cannot be in a
    key, and UnreadableRowError for an item of another entity.
    """
    page = yield from read(
        session,
        ReadRequest(
            table=request.table,
            pattern=_primary_pattern(request.table, request.entity),
            values=request.values,
            consistent=consistent,
            expired_too=expired_too,
        ),
    )
    for one in page.unreadable:
        raise UnreadableRowError(one.message, one.key, one.entity)
    return page.rows[0] if page.rows else None
