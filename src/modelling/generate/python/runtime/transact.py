"""Carries out several writes, all or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from .attributes import AttributeMap
from .calls import Cost, WriteRequest
from .caught import Caught
from .compose import compose_primary
from .errors import ModelError
from .field_states import StoredItem
from .foreign_sentinels import ForeignSentinels
from .identify import identify
from .kept_members import check_kept_members, with_kept_members
from .needs_read import needs_read
from .null_for_empty import may_have_met_null, met_null
from .requests import WriteCall, get_item
from .retry_delay import delay_before
from .service_errors import is_cancellation, validation_error
from .session import Session
from .steps import Steps, pause
from .transaction import Cancellation, blamed, run_transaction
from .transaction_parts import (
    AtRequest,
    ClaimedTakeover,
    Gathered,
    Origin,
    error_at,
    gather,
    where_of,
)
from .unique_takeover import (
    needs_new_plan,
    owner_has_value,
    owner_in_the_way,
    owners_change,
    takeover_of,
)
from .write_action import WriteAction
from .write_failure import Where, changed_since_read, failed_condition, in_own_words
from .write_plan import WritePlan, plan_write
from .write_rules import check_write

_Next: TypeAlias = Literal["read", "send", "done"]


@dataclass(slots=True)
class _Member:
    request: WriteRequest  # with the kept fields
    stored: StoredItem = field(default_factory=StoredItem)
    plan: WritePlan = field(default_factory=WritePlan)
    foreign: ForeignSentinels = field(default_factory=ForeignSentinels)


@dataclass(frozen=True, slots=True)
class _Refused:
    """A refused action, with the request that needs it."""

    origin: Origin
    member: _Member
    action: WriteAction  # of the request's plan
    cause: Exception


class _Transaction:
    def __init__(self, call: WriteCall, requests: Sequence[WriteRequest]) -> None:
        self.call = call
        self.session = call.session
        self.members = [_Member(request) for request in requests]
        self.takeovers: list[ClaimedTakeover] = []
        self.rounds = 0
        self.claims = 1  # rounds that began without known owners

    def run(self) -> Steps[Cost]:
        """Takes steps until all writes are carried out."""
        step: _Next = "read"
        while step != "done":
            step = yield from self._read() if step == "read" else self._send()
        return self.call.cost

    def _read(self) -> Steps[_Next]:
        """Reads the items for the requests, one after the other."""
        for position, member in enumerate(self.members):
            request = member.request
            if not needs_read(request):
                continue
            with AtRequest(position):
                key = compose_primary(request.entity, request.values)
                item = yield from get_item(self.call, request.table, key)
            if item is not None:
                self.call.cost.evaluated += 1
                identify(request.table, item)
            member.stored = StoredItem(item)
        return "send"

    def _send(self) -> Steps[_Next]:
        self.rounds += 1
        options = self.session.options
        for position, member in enumerate(self.members):
            stored = member.stored if needs_read(member.request) else None
            with AtRequest(position):
                plan = plan_write(member.request, stored, options.write_id(), options.computed)
            member.plan = replace(plan, actions=member.foreign.spared(plan.actions))
        plans = [member.plan.actions for member in self.members]
        gathered = gather(self.session, self._requests(), plans, self.takeovers)
        with Caught() as caught:
            yield from run_transaction(self.call, gathered.actions)
        if caught.error is not None:
            return (yield from self._failed(caught.error, gathered))
        return "done"

    def _requests(self) -> list[WriteRequest]:
        return [member.request for member in self.members]

    # ---- failures

    def _failed(self, error: Exception, gathered: Gathered) -> Steps[_Next]:
        blame = blamed(error) if is_cancellation(error) else None
        if blame is None or blame.action >= len(gathered.origins):
            raise error
        origin = gathered.origins[blame.action]
        member = self.members[origin.request]
        if origin.action >= len(member.plan.actions):
            raise error
        if blame.code == "ConditionalCheckFailed":
            refused = _Refused(origin, member, member.plan.actions[origin.action], error)
            sent = gathered.actions[blame.action]
            return (yield from self._failed_condition(refused, sent, blame.item))
        return self._failed_otherwise(blame, origin, member, error)

    def _failed_otherwise(
        self, blame: Cancellation, origin: Origin, member: _Member, error: Exception
    ) -> _Next:
        request = member.request
        if blame.code != "ValidationError":
            raise error_at(origin.request, error) from error
        if self._reads_from_now_on(member, may_have_met_null(request, blame.message)):
            return "read"
        refused = validation_error(blame.message, error)
        worded = in_own_words(request, refused, request.entity.name)
        raise error_at(origin.request, worded) from error

    def _reads_from_now_on(self, member: _Member, has_met_null: bool) -> bool:
        """Makes a request that met a NULL that means empty read its item first.

        Returns false if the request already reads its item or met no NULL.
        """
        if needs_read(member.request) or not has_met_null:
            return False
        member.request = replace(member.request, read_first=True)
        return True

    def _failed_condition(
        self, refused: _Refused, sent: WriteAction, item: AttributeMap | None
    ) -> Steps[_Next]:
        origin, member, action = refused.origin, refused.member, refused.action
        request = member.request
        is_on_moved_to = request.kind == "move" and action.part == "item"
        is_read = needs_read(request) and not action.unique and not is_on_moved_to
        is_changed = is_read and changed_since_read(member.plan, member.stored, item)
        if is_changed and self.rounds < self.session.options.attempts:
            yield from pause(delay_before(self.session, self.rounds) or 0)
            return "read"
        if not action.unique and self._reads_from_now_on(member, met_null(request, item)):
            return "read"
        if self._may_claim_again() and member.foreign.learn(action, item):
            self.claims += 1
            return "send"
        is_taken_over = any(known.takeover.sentinel_key == action.key for known in self.takeovers)
        if needs_new_plan(sent.part, is_taken_over, item):
            return (yield from self._claim_again(origin))
        owner_key = owner_in_the_way(request.entity, action, item)
        if owner_key is None:
            raise failed_condition(request, action, item, self._where(origin), refused.cause)
        with AtRequest(origin.request):
            owner = yield from get_item(self.call, request.table, owner_key)
        if owner is not None:
            self.call.cost.evaluated += 1
        return (yield from self._judge_owner(refused, owner_key, owner))

    def _judge_owner(
        self, refused: _Refused, owner_key: AttributeMap, owner: AttributeMap | None
    ) -> Steps[_Next]:
        """Sends all writes again if the owner of the claimed value has expired.

        Or if it no longer has the value.
        """
        claim, origin = refused.action, refused.origin
        takeover = takeover_of(self.session, claim, owner_key, owner)
        has_value = owner_has_value(claim, owner, self.session.options.computed)
        if takeover is None and not has_value and self._may_claim_again():
            return (yield from self._claim_again(origin))
        known = [one.takeover for one in self.takeovers]
        old = next((one for one in known if one.sentinel_key == claim.key), None)
        # The owner cannot be ended, because another action of the transaction writes it.
        if takeover is None or old == takeover:
            where = self._where(origin)
            raise failed_condition(refused.member.request, claim, None, where, refused.cause)
        if old is not None:
            return (yield from self._claim_again(origin))
        self.takeovers.append(ClaimedTakeover(origin.request, takeover))
        return "send"

    def _may_claim_again(self) -> bool:
        return self.claims < self.session.options.attempts

    def _claim_again(self, origin: Origin) -> Steps[_Next]:
        """Sends all writes again after a delay, without the known takeovers.

        The owners have changed since they were read.
        """
        if not self._may_claim_again():
            raise owners_change(self._where(origin), self.claims)
        self.takeovers = []
        yield from pause(delay_before(self.session, self.claims) or 0)
        self.claims += 1
        return "send"

    def _where(self, origin: Origin) -> Where:
        return where_of(self._requests(), origin.request)


def transact(session: Session, requests: Sequence[WriteRequest]) -> Steps[Cost]:
    """Carries out all writes or none, over one or more tables.

    The request carries a token, so that a repetition has no effect. Raises as write() does. A
    refusal names the position of its request, counted from 0.
    """
    call = WriteCall(session)
    if not requests:
        return call.cost
    for position, request in enumerate(requests):
        with AtRequest(position):
            if request.returns_old:
                raise ModelError("a transaction returns no items, old or new")
    for position, request in enumerate(requests):
        with AtRequest(position):
            check_write(request)
            check_kept_members(request)
    now_ms = session.options.now()
    whole: list[WriteRequest] = []
    for position, request in enumerate(requests):
        with AtRequest(position):
            whole.append(with_kept_members(request, now_ms, session.options.computed))
    return (yield from _Transaction(call, whole).run())
