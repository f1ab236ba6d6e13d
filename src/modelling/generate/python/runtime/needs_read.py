"""Tells which writes need the stored item before they can be planned or sent."""

from __future__ import annotations

from .calls import WriteRequest
from .key_fields import identifying_fields


def _gives_unique_fields(request: WriteRequest) -> bool:
    entity = request.entity
    known = identifying_fields(entity)
    return all(
        field in known or entity.fields[field].attribute in request.given
        for unique in entity.unique
        for field in unique
    )


def needs_read(request: WriteRequest) -> bool:
    """Returns true if the plan needs the stored item."""
    if request.kind in ("create", "check"):
        return False
    if request.kind == "move":
        return True
    if request.kind in ("update", "upsert", "remove") or request.read_first:
        return request.read_first
    if request.entity.version is not None and request.expected_version is None:
        return request.any_version
    return not _gives_unique_fields(request)


def reads_before_write(request: WriteRequest) -> bool:
    """Returns true if a write of one item reads it first.

    A removal with sentinels does so too, because a transaction returns no old item.
    """
    return needs_read(request) or (request.kind == "remove" and len(request.entity.unique) > 0)
