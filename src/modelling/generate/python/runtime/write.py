"""Carries out one write: it reads if needed, plans, sends, judges the answer and tries again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from .attributes import AttributeMap
from .calls import Row, WriteAnswer, WriteRequest
from .caught import Caught
from .compose import compose_primary
from .errors import ModelError, OutcomeUnknownError, WriteRefusedError
from .field_states import StoredItem
from .foreign_sentinels import ForeignSentinels
from .identify import identify
from .kept_members import check_kept_members, with_kept_members
from .needs_read import reads_before_write
from .null_for_empty import may_have_met_null, met_null
from .requests import WriteCall, get_item, send_action
from .retry_delay import delay_before
from .service_errors import (
    found_item,
    is_cancellation,
    is_condition_failure,
    may_succeed_later,
    message_of,
    outcome_is_unknown,
    validation_error,
)
from .session import Session
from .steps import Steps, pause
from .transaction import blamed, outcome_unknown, run_transaction
from .unique_takeover import (
    Takeover,
    needs_new_plan,
    owner_has_value,
    owner_in_the_way,
    owners_change,
    takeover_of,
    with_takeover,
)
from .write_action import WriteAction
from .write_failure import Where, changed_since_read, failed_condition, in_own_words
from .write_outcome import is_equal, is_surely_unwritten, is_written
from .write_plan import WritePlan, plan_write
from .write_rules import check_write

# The next step of a write, or its answer.
_Next: TypeAlias = 'Literal["read", "plan", "send"] | WriteAnswer'


class _SingleWrite:
    def __init__(self, call: WriteCall, request: WriteRequest) -> None:
        """`request` has the kept fields."""
        self.call = call
        self.session = call.session
        self.request = request
        self.where = Where(request.entity.name)
        self.stored = StoredItem()
        self.has_read = False
        self.takeovers: list[Takeover] = []
        self.foreign = ForeignSentinels()
        self.claims = 1  # rounds that began without known owners
        self.plans = 0
        self.plan = WritePlan()
        self.attempts = 0  # to send this plan
        self.lost_answer = False  # of an attempt to send this plan

    def run(self) -> Steps[WriteAnswer]:
        """Takes steps until there is an answer."""
        step: _Next = "read" if reads_before_write(self.request) else "plan"
        while not isinstance(step, WriteAnswer):
            if step == "read":
                step = yield from self._read()
            elif step == "plan":
                step = self._make_plan()
            else:
                step = yield from self._send()
        return step

    def _read(self) -> Steps[_Next]:
        request = self.request
        key = compose_primary(request.entity, request.values)
        item = yield from get_item(self.call, request.table, key)
        if item is not None:
            self.call.cost.evaluated += 1
            identify(request.table, item)
        self.stored = StoredItem(item)
        self.has_read = True
        return "plan"

    def _make_plan(self) -> _Next:
        request, options = self.request, self.session.options
        self.plans += 1
        self.attempts = 0
        self.lost_answer = False
        stored = self.stored if self.has_read else None
        plan = plan_write(request, stored, options.write_id(), options.computed)
        actions: Sequence[WriteAction] = plan.actions
        for takeover in self.takeovers:
            actions = with_takeover(actions, request.entity, takeover, options.computed)
        actions = self.foreign.spared(actions)
        self.plan = WritePlan(actions, plan.write_id, plan.repeatable, plan.row, plan.read)
        # A transaction returns no old item, so the item must be read first.
        return "read" if request.returns_old and len(actions) > 1 and not self.has_read else "send"

    def _send(self) -> Steps[_Next]:
        action = self.plan.actions[0]
        if len(self.plan.actions) > 1:
            return (yield from self._send_transaction())
        self.attempts += 1
        returned: AttributeMap | None = None
        with Caught() as caught:
            returned = yield from send_action(self.call, action)
        if caught.error is not None:
            return (yield from self._failed_alone(caught.error, action))
        if self.plan.row is not None:
            return self._answer(self.plan.row, returned)
        if self.request.kind == "remove":
            return self._answer(returned, returned)
        if self.request.returns_old:
            return self._answer(None, returned)
        return self._answer(returned, None)

    def _send_transaction(self) -> Steps[_Next]:
        request, before = self.request, self.stored.attributes
        with Caught() as caught:
            yield from run_transaction(self.call, self.plan.actions)
        if caught.error is not None:
            return (yield from self._failed_transaction(caught.error))
        if self.plan.row is not None:
            return self._answer(self.plan.row, before)
        if request.kind == "remove":
            return self._answer(before, before)
        item: AttributeMap | None = None
        with Caught() as caught:
            item = yield from self._read_again()
        if caught.error is not None:
            old = self._row(before) if request.returns_old else None
            return WriteAnswer(self.call.cost, old=old, unread=caught.error)
        return self._answer(item, before)

    def _read_again(self) -> Steps[AttributeMap | None]:
        key = self.plan.actions[0].key
        return (yield from get_item(self.call, self.request.table, key))

    # ---- failures

    def _failed_alone(self, error: Exception, action: WriteAction) -> Steps[_Next]:
        request, plan = self.request, self.plan
        if is_condition_failure(error):
            if not self.lost_answer:
                return (yield from self._failed_condition(action, found_item(error), error))
            # The condition may be false because an earlier attempt was carried out.
            return (yield from self._judge(error, found_item(error)))
        if outcome_is_unknown(error):
            self.lost_answer = True
            if plan.write_id:
                return (yield from self._find_out(error))
            if not plan.repeatable:
                raise outcome_unknown(error)
            return (yield from self._again(outcome_unknown(error)))
        if not self.has_read and may_have_met_null(request, message_of(error)):
            return "read"
        if may_succeed_later(error):
            last = outcome_unknown(error) if self.lost_answer else error
            return (yield from self._again(last))
        raise in_own_words(request, error, request.entity.name)

    def _failed_transaction(self, error: Exception) -> Steps[_Next]:
        request, actions = self.request, self.plan.actions
        blame = blamed(error) if is_cancellation(error) else None
        if blame is None or blame.action >= len(actions):
            raise error
        if blame.code == "ConditionalCheckFailed":
            action = actions[blame.action]
            return (yield from self._failed_condition(action, blame.item, error))
        if blame.code != "ValidationError":
            raise error
        if not self.has_read and may_have_met_null(request, blame.message):
            return "read"
        refused = validation_error(blame.message, error)
        raise in_own_words(request, refused, request.entity.name)

    def _failed_condition(
        self, action: WriteAction, item: AttributeMap | None, cause: Exception
    ) -> Steps[_Next]:
        request, call = self.request, self.call
        is_own = action.part in ("item", "oldItem")
        is_of_read_item = is_own and not (request.kind == "move" and action.part == "item")
        if is_of_read_item and self.has_read:
            if changed_since_read(self.plan, self.stored, item):
                return (yield from self._plan_again(cause))
        elif is_of_read_item and met_null(request, item):
            return "read"
        if self._may_claim_again() and self.foreign.learn(action, item):
            self.claims += 1
            return "plan"
        is_taken_over = any(known.sentinel_key == action.key for known in self.takeovers)
        if needs_new_plan(action.part, is_taken_over, item):
            return (yield from self._claim_again())
        owner_key = owner_in_the_way(request.entity, action, item)
        if owner_key is None:
            raise failed_condition(request, action, item, self.where, cause)
        owner = yield from get_item(call, request.table, owner_key)
        if owner is not None:
            call.cost.evaluated += 1
        return (yield from self._judge_owner(action, owner_key, owner, cause))

    def _judge_owner(
        self,
        claim: WriteAction,
        owner_key: AttributeMap,
        owner: AttributeMap | None,
        cause: Exception,
    ) -> Steps[_Next]:
        """Plans again if the owner of the claimed value has expired, or no longer has the value."""
        takeover = takeover_of(self.session, claim, owner_key, owner)
        has_value = owner_has_value(claim, owner, self.session.options.computed)
        if takeover is None and not has_value and self._may_claim_again():
            return (yield from self._claim_again())
        old = next((one for one in self.takeovers if one.sentinel_key == claim.key), None)
        # The owner cannot be ended, because another action of the same transaction writes it.
        if takeover is None or old == takeover:
            raise failed_condition(self.request, claim, None, self.where, cause)
        if old is not None:
            return (yield from self._claim_again())
        self.takeovers.append(takeover)
        return "plan"

    # ---- further attempts

    def _may_claim_again(self) -> bool:
        return self.claims < self.session.options.attempts

    def _claim_again(self) -> Steps[_Next]:
        """Plans again after a delay without the known takeovers.

        The owners have changed since they were read.
        """
        if not self._may_claim_again():
            raise owners_change(self.where, self.claims)
        self.takeovers = []
        yield from pause(delay_before(self.session, self.claims) or 0)
        self.claims += 1
        return "plan"

    def _plan_again(self, cause: Exception) -> Steps[_Next]:
        if self.plans >= self.session.options.attempts:
            raise WriteRefusedError(
                "ChangedMeanwhile",
                f"{self.where.text}: another writer changed the item each of the {self.plans} "
                "times that the write read it first",
            ) from cause
        yield from pause(delay_before(self.session, self.plans) or 0)
        return "read"

    def _find_out(self, error: Exception) -> Steps[_Next]:
        """Reads the item after an attempt whose outcome is not known, and judges by it."""
        item: AttributeMap | None = None
        with Caught() as caught:
            item = yield from self._read_again()
        if caught.error is not None:
            raise outcome_unknown(error)
        return (yield from self._judge(error, item))

    def _judge(self, error: Exception, item: AttributeMap | None) -> Steps[_Next]:
        request, plan = self.request, self.plan
        action = plan.actions[0]
        if is_written(plan, item):
            return self._answer(item, None)
        is_refused = is_condition_failure(error)
        conflict = failed_condition(request, action, item, self.where, error)
        if is_refused and is_equal(plan, item):
            text = (
                f"{request.entity.name}: the item is equal to the one to write, but this write or "
                "another one may have written it: a version of the entity tells them apart"
            )
            raise outcome_unknown(RuntimeError(text)) from error
        if is_refused or conflict.reason in ("VersionConflict", "ItemExists"):
            # An earlier attempt may have been carried out, and other programs may have written
            # after it.
            if is_surely_unwritten(request, plan, item):
                raise conflict
            raise outcome_unknown(conflict)
        is_conditional = request.expected_version is not None or action.kind == "put"
        if not plan.repeatable and not is_conditional:
            raise outcome_unknown(error)
        return (yield from self._again(outcome_unknown(error)))

    def _again(self, error: Exception) -> Steps[_Next]:
        """Sends the plan again after a delay. Raises `error` if the attempts are used up."""
        delay = delay_before(self.session, self.attempts)
        if delay is None:
            raise error
        yield from pause(delay)
        return "send"

    # ---- the answer

    def _row(self, attributes: AttributeMap | None) -> Row | None:
        if attributes is None:
            return None
        item: AttributeMap = dict(attributes)
        identify(self.request.table, item)
        return Row(self.request.entity, item)

    def _answer(
        self, attributes: AttributeMap | None, old_attributes: AttributeMap | None
    ) -> WriteAnswer:
        cost, row = self.call.cost, self._row(attributes)
        if not self.request.returns_old:
            return WriteAnswer(cost, row)
        # A repeated request may return the item that the first attempt wrote.
        if self.lost_answer and len(self.plan.actions) == 1:
            unread = OutcomeUnknownError(
                "The write is done; the old item is not known, because the first answer was lost"
            )
            return WriteAnswer(cost, row, unread=unread)
        return WriteAnswer(cost, row, old=self._row(old_attributes))


def write(session: Session, request: WriteRequest) -> Steps[WriteAnswer]:
    """Carries out one write.

    It is one request, unless a unique field, `read_first` or a move needs more. Returns the item
    after the write, or before it of "remove". Raises ModelError before the first request,
    WriteRefusedError, OutcomeUnknownError, and the errors of the client.
    """
    if request.kind == "check":
        raise ModelError(f"{request.entity.name}: a check is possible only in a transaction")
    check_write(request)
    check_kept_members(request)
    now_ms = session.options.now()
    whole = with_kept_members(request, now_ms, session.options.computed)
    return (yield from _SingleWrite(WriteCall(session), whole).run())
