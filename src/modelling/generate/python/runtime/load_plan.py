"""The reads of a collection: one for all its items, or one for each member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .calls import CollectedMember, MemberPart, Predicate, ReadRequest
from .default_values import with_defaults
from .description import EntityDescription, TableDescription
from .errors import ModelError
from .page_token import foreign_token
from .plain_text import key_bytes
from .prepared_read import prepare_read, sort_attributes_of
from .session import Session

# A collection's token has a piece for each member that is not single: the page token of its read,
# or this text if the member's items have ended.
_ENDED = "-"
_BETWEEN_PIECES = "."


@dataclass(frozen=True, slots=True)
class PlannedRead:
    """A read of a collection. `piece` is its place in the token, of a read that has a token."""

    request: ReadRequest
    piece: int | None = None


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """The reads, and the pieces of the token before them. None marks an ended member."""

    reads: tuple[PlannedRead, ...]
    pieces: tuple[str | None, ...] = ()


def _pieces_of(token: str, count: int, pattern_name: str) -> tuple[str | None, ...]:
    pieces = tuple(None if piece == _ENDED else piece for piece in token.split(_BETWEEN_PIECES))
    if len(pieces) != count:
        raise foreign_token(pattern_name)
    return pieces


def join_pieces(pieces: Sequence[str | None]) -> str | None:
    """Returns the token, or None if all members have ended."""
    if all(piece is None for piece in pieces):
        return None
    return _BETWEEN_PIECES.join(_ENDED if piece is None else piece for piece in pieces)


@dataclass(frozen=True, slots=True)
class _Place:
    """The range of a member's items in the sort key. An empty text means any sort key."""

    text: str
    exact: bool  # whether no other sort key begins with the text


def _place_of(session: Session, request: ReadRequest, member: CollectedMember) -> _Place:
    part = MemberPart(member.entity)
    prepared = prepare_read(session, replace(request, after=None, part=part))
    last = prepared.queries[0].comparisons[-1]
    if last.attribute != (sort_attributes_of(prepared) or ("",))[0]:
        return _Place("", exact=False)
    text = key_bytes(last.low).decode("utf-8", "replace")
    return _Place(text, exact=last.kind == "equal")


def _place_if_known(
    session: Session, request: ReadRequest, member: CollectedMember
) -> _Place | None:
    try:
        return _place_of(session, request, member)
    except ModelError:
        return None


def _singles_come_first(
    session: Session,
    request: ReadRequest,
    members: Sequence[CollectedMember],
    counted: CollectedMember,
) -> bool:
    """Returns true if all single members come before `counted` in the order of the read."""
    many = _place_if_known(session, request, counted)
    if many is None:
        return False
    forward = request.pattern.plan.forward if request.forward is None else request.forward
    for member in members:
        if not member.single:
            continue
        single = _place_if_known(session, request, member)
        if single is None or single.text.startswith(many.text):
            return False
        if many.text.startswith(single.text) and not single.exact:
            return False
        if not (many.text >= single.text if forward else many.text <= single.text):
            return False
    return True


def _filter_of_entity(tag: str, entity: EntityDescription, predicate: Predicate) -> Predicate:
    """Returns the filter of one entity, which lets the items of the others pass."""
    names = (entity.name, *entity.aliases)
    other = tuple(Predicate("notEqual", (tag,), ({"S": name},)) for name in names)
    passes = Predicate("and", children=other)
    return Predicate("or", children=(passes, with_defaults(entity, predicate)))


def _filter_of(
    table: TableDescription, pattern_name: str, member: CollectedMember
) -> Predicate | None:
    """Returns one filter for everything that is read with the member.

    Raises ModelError if it covers items of several entities that no tag tells apart.
    """
    filters = member.filters
    if not filters:
        return None
    if not member.below and len(filters) == 1:
        return with_defaults(member.entity, filters[0][1])
    tag = table.type_attribute
    if tag is None:
        raise ModelError(
            f'"{pattern_name}": the items of {member.entity.name} cannot be filtered, because '
            "items of other entities are read with them, and the table has no type tag that tells "
            "them apart"
        )
    children = tuple(_filter_of_entity(tag, entity, predicate) for entity, predicate in filters)
    return Predicate("and", children=children)


def _is_mixed(places: Sequence[_Place], member: int) -> bool:
    """Returns true if items of other members may come between the member's items."""
    own = places[member]
    if own.exact:
        return False
    return any(
        place.text.startswith(own.text) or (not place.exact and own.text.startswith(place.text))
        for number, place in enumerate(places)
        if number != member
    )


def _plan_members(
    session: Session,
    request: ReadRequest,
    members: Sequence[CollectedMember],
    pieces: tuple[str | None, ...],
) -> LoadPlan:
    """Makes one read for each member, except for members whose items have ended."""
    places = [_place_of(session, request, member) for member in members]
    reads: list[PlannedRead] = []
    many = 0
    for number, member in enumerate(members):
        piece: int | None = None
        after: str | None = None
        if not member.single:
            piece = many
            many += 1
            after = None if request.after is None else pieces[piece]
            if request.after is not None and after is None:
                continue
        mixed = len(member.below) > 0 or _is_mixed(places, number)
        of_member = replace(
            request,
            part=MemberPart(member.entity, member.below, mixed=mixed),
            filter=_filter_of(request.table, request.pattern.name, member),
            take=None if member.single else request.take,
            after=after,
        )
        reads.append(PlannedRead(of_member, piece))
    return LoadPlan(tuple(reads), pieces)


def plan_load(
    session: Session, request: ReadRequest, members: Sequence[CollectedMember]
) -> LoadPlan:
    """Returns the reads of a collection. Raises as load() does."""
    take, after = request.take, request.after
    is_filtered = any(member.filters for member in members)
    if take is None and after is None and not is_filtered:
        return LoadPlan((PlannedRead(request),))
    many = [member for member in members if not member.single]
    if take is not None and after is None and not is_filtered and len(many) == 1:
        counted = many[0]
        if _singles_come_first(session, request, members, counted):
            part = MemberPart(
                counted.entity,
                counted.below,
                alone=False,
                mixed=len(counted.below) > 0,
                singles=len(members) - 1,
            )
            return LoadPlan((PlannedRead(replace(request, part=part), 0),), (None,))
    pieces: tuple[str | None, ...] = (None,) * len(many)
    if after is not None:
        pieces = _pieces_of(after, len(many), request.pattern.name)
    return _plan_members(session, request, members, pieces)
