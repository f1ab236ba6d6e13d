"""Joins the plans of several writes to the actions of one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from .calls import WriteRequest
from .equal_values import item_identity
from .errors import ModelError, OutcomeUnknownError, RefusalReason, WriteRefusedError
from .service_errors import cause_of, code_of, message_of, with_message
from .session import Session
from .unique import name_of
from .unique_takeover import Takeover, claim_at, with_condition_of, with_takeover
from .write_action import WriteAction
from .write_failure import Where

_MOST_ACTIONS = 100


@dataclass(frozen=True, slots=True)
class Origin:
    """The request to which an action belongs, and the action's position in that one's plan."""

    request: int
    action: int


@dataclass(frozen=True, slots=True)
class ClaimedTakeover:
    """A takeover with the request that claims the value."""

    claimed_by: int
    takeover: Takeover


@dataclass(frozen=True, slots=True)
class Gathered:
    """The actions of one transaction, and one origin for each action."""

    actions: Sequence[WriteAction]
    origins: list[Origin]


def where_of(requests: Sequence[WriteRequest], position: int) -> Where:
    """Returns the place of a request, for its errors."""
    return Where(f"request {position} ({requests[position].entity.name})", position)


def error_at(position: int, error: Exception) -> Exception:
    """Returns the error with the position of its request."""
    message = f"request {position}: {message_of(error)}"
    if isinstance(error, ModelError):
        return ModelError(message)
    if isinstance(error, WriteRefusedError):
        reason: RefusalReason = error.reason
        return WriteRefusedError(
            reason, message, item=error.item, position=position, fields=error.fields
        )
    if isinstance(error, OutcomeUnknownError):
        return OutcomeUnknownError(message)
    # An error of the service keeps its class and its details.
    return with_message(error, message) if code_of(cause_of(error)) else error


@dataclass(frozen=True, slots=True)
class AtRequest:
    """A context in which errors get the position of their request."""

    position: int

    def __enter__(self) -> None:
        """Enters the context."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Raises the error with its position."""
        if isinstance(error, Exception):
            located = error_at(self.position, error)
            if located is not error:
                raise located from error


def _hand_over(first: WriteAction, second: WriteAction) -> WriteAction | None:
    """Returns the action that releases and claims a unique value, or None if the two clash.

    A value that one request releases and another claims, in either order, keeps its sentinel,
    which gets a new owner.
    """
    if (first.part, second.part) == ("release", "claim"):
        release, claim = first, second
    elif (first.part, second.part) == ("claim", "release"):
        release, claim = second, first
    else:
        return None
    if release.kind == "check":
        return None  # The sentinel is another item's and stays.
    return replace(with_condition_of(claim, release.expressions), part="repoint")


def _clash(
    requests: Sequence[WriteRequest], first: int, second: int, action: WriteAction
) -> ModelError:
    both = f"{where_of(requests, first).text} and {where_of(requests, second).text}"
    if action.unique:
        what = name_of(requests[second].entity, action.unique)
        return ModelError(f"{both} use the same value of the unique {what}")
    return ModelError(f"{both} are on the same item: a transaction has at most one action on each")


def _join_plans(
    session: Session, requests: Sequence[WriteRequest], plans: Sequence[Sequence[WriteAction]]
) -> tuple[list[WriteAction], list[Origin]]:
    actions: list[WriteAction] = []
    origins: list[Origin] = []
    seen: dict[str, int] = {}
    for number, plan in enumerate(plans):
        for position, action in enumerate(plan):
            origin = Origin(number, position)
            identity = item_identity(session.table_name(action.table), action.key)
            at = seen.setdefault(identity, len(actions))
            if at == len(actions):
                actions.append(action)
                origins.append(origin)
                continue
            first = actions[at]
            merged = _hand_over(first, action)
            if merged is None:
                raise _clash(requests, origins[at].request, number, action)
            if first.part == "release":
                origins[at] = origin  # that of the claim
            actions[at] = merged
    return actions, origins


def gather(
    session: Session,
    requests: Sequence[WriteRequest],
    plans: Sequence[Sequence[WriteAction]],
    takeovers: Sequence[ClaimedTakeover],
) -> Gathered:
    """Returns the actions of all plans, with the takeovers.

    Raises ModelError if two requests clash or if there are too many actions.
    """
    joined, origins = _join_plans(session, requests, plans)
    actions: Sequence[WriteAction] = joined
    for one in takeovers:
        at = claim_at(actions, one.takeover.sentinel_key)
        entity = requests[one.claimed_by].entity
        actions = with_takeover(actions, entity, one.takeover, session.options.computed)
        origin = Origin(0, 0) if at is None else origins[at]
        origins += [origin] * (len(actions) - len(origins))
    if len(actions) > _MOST_ACTIONS:
        raise ModelError(
            f"A transaction has at most {_MOST_ACTIONS} actions; these {len(requests)} requests "
            f"need {len(actions)}"
        )
    return Gathered(actions, origins)
