"""Reads the items of a collection, with one read or with one read for each member."""

from __future__ import annotations

from collections.abc import Sequence

from .calls import CollectedMember, Cost, ReadRequest, Row, RowPage, UnreadableReport
from .load_plan import join_pieces, plan_load
from .read import read
from .session import Session
from .steps import Steps, together


def load(
    session: Session, request: ReadRequest, members: Sequence[CollectedMember]
) -> Steps[RowPage]:
    """Returns all rows of a collection.

    They come in the order of the keys, or in the order of the members if these must be read one by
    one. With `take`, each member that is not single has as many rows, and the token continues all
    of them. The single items are on each page. One request is sent if the single items come first
    and one member follows them, or if no row is cut or filtered. Otherwise one request for each
    member is sent, side by side. Raises as read() does, and ModelError if the keys do not tell the
    members apart.
    """
    plan = plan_load(session, request, members)
    pages = yield from together([read(session, one.request) for one in plan.reads])
    rows: list[Row] = []
    unreadable: list[UnreadableReport] = []
    cost = Cost()
    pieces = list(plan.pieces)
    for planned, page in zip(plan.reads, pages, strict=True):
        if planned.piece is not None:
            pieces[planned.piece] = page.token
        rows += page.rows
        # If the members' ranges overlap, a row may be read with several of them.
        known = [one.key for one in unreadable]
        unreadable += [one for one in page.unreadable if one.key not in known]
        cost.add(page.cost)
    return RowPage(rows, unreadable, cost, join_pieces(pieces))
