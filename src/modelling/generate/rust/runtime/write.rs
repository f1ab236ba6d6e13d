//! Carries out one write: it reads if needed, plans, sends, judges the answer and tries again.

use super::attributes::AttributeMap;
use super::calls::{Row, WriteAnswer, WriteKind, WriteRequest};
use super::errors::{
    Error, OutcomeUnknown, RefusalReason, WriteRefused, model_error, outcome_unknown,
};
use super::field_states::StoredItem;
use super::foreign_sentinels::ForeignSentinels;
use super::identify::identify;
use super::kept_members::check_kept_members;
use super::null_for_empty::{may_have_met_null, met_null};
use super::requests::{Failure, WriteCall, blamed};
use super::service_errors::ServiceError;
use super::session::Session;
use super::unique_takeover::{Takeover, needs_new_plan, owner_in_the_way, takeover_of_sentinel};
use super::write_action::{ActionKind, ActionPart, WriteAction};
use super::write_failure::{PlaceOfWrite, failed_condition, in_own_words};
use super::write_plan::{WritePlan, plan_write};
use super::write_rules::{check_write, reads_before_write};

/// The next step of a write.
enum Step {
    Read,
    Plan,
    Send,
    Done(WriteAnswer),
}

struct SingleWrite<'a> {
    call: WriteCall<'a>,
    /// With the kept fields.
    request: &'a WriteRequest,
    place: PlaceOfWrite,
    /// The item, if it was read.
    stored: Option<StoredItem>,
    takeovers: Vec<Takeover>,
    foreign: ForeignSentinels,
    /// Rounds that began without known owners.
    claims: usize,
    plans: usize,
    /// To send this plan.
    attempts: usize,
    /// Of an attempt to send this plan.
    lost_answer: bool,
}

/// Returns the error of a write that met another owner each time.
pub(super) fn owners_change(place: &PlaceOfWrite, times: usize) -> Error {
    changed_meanwhile(
        format!(
            "{}: the owner of a unique value changed each of the {times} times that it was read: the value may be free",
            place.text
        ),
        place.position,
        None,
    )
}

fn changed_meanwhile(
    message: String,
    position: Option<usize>,
    source: Option<Box<ServiceError>>,
) -> Error {
    Error::from(WriteRefused {
        reason: RefusalReason::ChangedMeanwhile,
        message,
        item: None,
        position,
        fields: Vec::new(),
        source,
    })
}

/// Returns the refusal with its cause.
pub(super) fn refused(mut refusal: WriteRefused, cause: Box<ServiceError>) -> Error {
    refusal.source = Some(cause);
    Error::from(refusal)
}

impl SingleWrite<'_> {
    async fn run(&mut self) -> Result<WriteAnswer, Error> {
        let mut step = if reads_before_write(self.request) {
            Step::Read
        } else {
            Step::Plan
        };
        let mut plan = None;
        loop {
            step = match (step, plan.as_ref()) {
                (Step::Done(answer), _) => return Ok(answer),
                (Step::Read, _) => {
                    self.stored = Some(self.call.read_for(self.request).await?);
                    Step::Plan
                }
                (Step::Send, Some(plan)) => self.send(plan).await?,
                (Step::Plan | Step::Send, _) => {
                    let (made, next) = self.make_plan()?;
                    plan = Some(made);
                    next
                }
            };
        }
    }

    fn make_plan(&mut self) -> Result<(WritePlan, Step), Error> {
        let session = self.call.session;
        self.plans += 1;
        self.attempts = 0;
        self.lost_answer = false;
        let mut plan = plan_write(
            self.request,
            self.stored.as_ref(),
            &session.write_id(),
            session.computed(),
        )?;
        for of in &self.takeovers {
            session.take_over(&mut plan.actions, self.request.entity, of)?;
        }
        let is_transaction = plan.actions.len() > 1;
        self.foreign.spare(&mut plan.actions)?;
        // A transaction returns no old item, so the item must be read first.
        let reads_old = self.request.returns_old && is_transaction && self.stored.is_none();
        Ok((plan, if reads_old { Step::Read } else { Step::Send }))
    }

    async fn send(&mut self, plan: &WritePlan) -> Result<Step, Error> {
        let [only] = plan.actions.as_slice() else {
            return self.send_transaction(plan).await;
        };
        self.attempts += 1;
        let returned = match self.call.send_action(only).await {
            Ok(returned) => returned,
            Err(Failure::Service(error)) => return self.failed_alone(plan, only, error).await,
            Err(Failure::Other(error)) => return Err(error),
        };
        Ok(match (&plan.row, self.request.kind) {
            (Some(row), _) => self.done(plan, Some(row.clone()), returned),
            (None, WriteKind::Remove) => self.done(plan, returned.clone(), returned),
            (None, _) if self.request.returns_old => self.done(plan, None, returned),
            (None, _) => self.done(plan, returned, None),
        })
    }

    fn stored_item(&self) -> Option<AttributeMap> {
        self.stored.clone().flatten()
    }

    async fn send_transaction(&mut self, plan: &WritePlan) -> Result<Step, Error> {
        match self.call.run_transaction(&plan.actions).await {
            Ok(()) => {}
            Err(Failure::Service(error)) => return self.failed_transaction(plan, error).await,
            Err(Failure::Other(error)) => return Err(error),
        }
        if let Some(row) = &plan.row {
            return Ok(self.done(plan, Some(row.clone()), self.stored_item()));
        }
        if self.request.kind == WriteKind::Remove {
            return Ok(self.done(plan, self.stored_item(), self.stored_item()));
        }
        let answer = match self.read_again(plan).await {
            Ok(item) => return Ok(self.done(plan, item, self.stored_item())),
            Err(error) => WriteAnswer {
                unread: Some(error.into()),
                old: self
                    .stored_item()
                    .filter(|_| self.request.returns_old)
                    .map(|item| self.row(item)),
                ..WriteAnswer::default()
            },
        };
        Ok(Step::Done(answer))
    }

    async fn read_again(
        &mut self,
        plan: &WritePlan,
    ) -> Result<Option<AttributeMap>, Box<ServiceError>> {
        self.call
            .get_item(self.request.table, plan.actions[0].key.clone())
            .await
    }

    async fn failed_alone(
        &mut self,
        plan: &WritePlan,
        action: &WriteAction,
        error: Box<ServiceError>,
    ) -> Result<Step, Error> {
        if error.is_condition_failure() {
            let item = error.found_item().cloned();
            if !self.lost_answer {
                return self.failed_condition(plan, action, item, error).await;
            }
            // The condition may be false because an earlier attempt was carried out.
            return self.judge(plan, error, item).await;
        }
        if error.outcome_is_unknown() {
            self.lost_answer = true;
            if plan.write_id.is_some() {
                // Reads the item after an attempt whose outcome is not known, and judges by it.
                return match self.read_again(plan).await {
                    Ok(item) => self.judge(plan, error, item).await,
                    Err(_) => Err(outcome_unknown(error)),
                };
            }
            if !plan.repeatable {
                return Err(outcome_unknown(error));
            }
            return self.again(outcome_unknown(error)).await;
        }
        if self.stored.is_none() && may_have_met_null(self.request, &error.message) {
            return Ok(Step::Read);
        }
        if error.may_succeed_later() {
            let failure = if self.lost_answer {
                outcome_unknown(error)
            } else {
                error.into()
            };
            return self.again(failure).await;
        }
        Err(in_own_words(self.request, error).into())
    }

    async fn failed_condition(
        &mut self,
        plan: &WritePlan,
        action: &WriteAction,
        item: Option<AttributeMap>,
        cause: Box<ServiceError>,
    ) -> Result<Step, Error> {
        let found = item.as_ref();
        let is_of_read_item = match action.part {
            ActionPart::Item => self.request.kind != WriteKind::Move,
            part => part == ActionPart::OldItem,
        };
        match &self.stored {
            Some(stored) if is_of_read_item && plan.changed_since_read(stored, found) => {
                return self.plan_again(cause).await;
            }
            None if is_of_read_item && met_null(self.request, found) => return Ok(Step::Read),
            _ => {}
        }
        if self.may_claim_again() && self.foreign.learn(action, found) {
            self.claims += 1;
            return Ok(Step::Plan);
        }
        let is_taken_over = takeover_of_sentinel(&self.takeovers, &action.key).is_some();
        if needs_new_plan(action.part, is_taken_over, found) {
            return self.claim_again().await;
        }
        let Some(owner_key) = owner_in_the_way(self.request.entity, action, found) else {
            return Err(refused(
                failed_condition(self.request, action, found, &self.place),
                cause,
            ));
        };
        let owner = self
            .call
            .get_item(self.request.table, owner_key.clone())
            .await?;
        self.call.cost.evaluated += usize::from(owner.is_some());
        self.judge_owner(action, owner_key, owner, cause).await
    }

    /// Plans again if the owner of the value that `claim` found taken has expired, or no longer has the value.
    async fn judge_owner(
        &mut self,
        claim: &WriteAction,
        owner_key: AttributeMap,
        owner: Option<AttributeMap>,
        cause: Box<ServiceError>,
    ) -> Result<Step, Error> {
        let session = self.call.session;
        let has_value = session.owner_has_value(claim, owner.as_ref());
        let of = session.takeover_of(claim, owner_key, owner);
        if of.is_none() && !has_value && self.may_claim_again() {
            return self.claim_again().await;
        }
        let old = takeover_of_sentinel(&self.takeovers, &claim.key);
        match (of, old) {
            // The owner cannot be ended, because another action of the same transaction writes it.
            (Some(of), Some(old)) if old.is_same(&of) => {}
            (Some(_), Some(_)) => return self.claim_again().await,
            (Some(of), None) => {
                self.takeovers.push(of);
                return Ok(Step::Plan);
            }
            (None, _) => {}
        }
        Err(refused(
            failed_condition(self.request, claim, None, &self.place),
            cause,
        ))
    }

    fn may_claim_again(&self) -> bool {
        self.claims < self.call.session.attempts()
    }

    /// Plans again after a delay without the known takeovers, because the owners have changed since they were read.
    async fn claim_again(&mut self) -> Result<Step, Error> {
        if !self.may_claim_again() {
            return Err(owners_change(&self.place, self.claims));
        }
        self.takeovers.clear();
        self.claims += 1;
        self.call.session.pause_before(self.claims - 1).await;
        Ok(Step::Plan)
    }

    async fn failed_transaction(
        &mut self,
        plan: &WritePlan,
        error: Box<ServiceError>,
    ) -> Result<Step, Error> {
        let Some(blame) = blamed(&error) else {
            return Err(error.into());
        };
        let Some(action) = plan.actions.get(blame.action) else {
            return Err(error.into());
        };
        match blame.code.as_str() {
            "ConditionalCheckFailed" => {
                self.failed_condition(plan, action, blame.item, error).await
            }
            "ValidationError" => {
                if self.stored.is_none() && may_have_met_null(self.request, &blame.message) {
                    return Ok(Step::Read);
                }
                Err(
                    in_own_words(self.request, ServiceError::validation(blame.message, error))
                        .into(),
                )
            }
            _ => Err(error.into()),
        }
    }

    async fn plan_again(&mut self, cause: Box<ServiceError>) -> Result<Step, Error> {
        if self.plans >= self.call.session.attempts() {
            let message = format!(
                "{}: another writer changed the item each of the {} times that the write read it first",
                self.place.text, self.plans
            );
            return Err(changed_meanwhile(message, None, Some(cause)));
        }
        self.call.session.pause_before(self.plans).await;
        Ok(Step::Read)
    }

    /// Judges by the stored item whether a write was carried out whose answer was lost.
    async fn judge(
        &mut self,
        plan: &WritePlan,
        error: Box<ServiceError>,
        item: Option<AttributeMap>,
    ) -> Result<Step, Error> {
        let action = &plan.actions[0];
        let found = item.as_ref();
        if plan.is_written(found) {
            return Ok(self.done(plan, item, None));
        }
        let is_refused = error.is_condition_failure();
        let conflict = failed_condition(self.request, action, found, &self.place);
        if is_refused && plan.is_equal(found) {
            let message = format!(
                "The outcome of the write is not known: {}: the item is equal to the one to write, but this write or \
                 another one may have written it: a version tells them apart",
                self.request.entity.name
            );
            return Err(unknown(message, error));
        }
        let is_lost = matches!(
            conflict.reason,
            RefusalReason::VersionConflict | RefusalReason::ItemExists
        );
        if is_refused || is_lost {
            // An earlier attempt may have been carried out, and other programs may have written after it.
            if plan.is_surely_unwritten(self.request, found) {
                return Err(refused(conflict, error));
            }
            return Err(unknown(
                format!(
                    "The outcome of the write is not known: {}",
                    conflict.message
                ),
                error,
            ));
        }
        let is_conditional =
            self.request.expected_version.is_some() || action.kind == ActionKind::Put;
        if !plan.repeatable && !is_conditional {
            return Err(outcome_unknown(error));
        }
        self.again(outcome_unknown(error)).await
    }

    /// Sends the plan again after a delay. Returns `error` if the attempts are used up.
    async fn again(&self, error: Error) -> Result<Step, Error> {
        match self.call.session.delay_before(self.attempts) {
            Some(delay) => {
                self.call.session.wait(delay).await;
                Ok(Step::Send)
            }
            None => Err(error),
        }
    }

    fn row(&self, mut attributes: AttributeMap) -> Row {
        identify(self.request.table, &mut attributes);
        Row {
            entity: self.request.entity,
            attributes,
        }
    }

    fn done(
        &self,
        plan: &WritePlan,
        attributes: Option<AttributeMap>,
        old: Option<AttributeMap>,
    ) -> Step {
        let mut answer = WriteAnswer {
            row: attributes.map(|attributes| self.row(attributes)),
            ..WriteAnswer::default()
        };
        if self.request.returns_old {
            // A repeated request may return the item that the first attempt wrote.
            if self.lost_answer && plan.actions.len() == 1 {
                answer.unread = Some(Error::OutcomeUnknown(Box::new(OutcomeUnknown {
                    message: "The write is done; the old item is not known, because the first answer was lost"
                        .to_owned(),
                    source: None,
                })));
            } else {
                answer.old = old.map(|old| self.row(old));
            }
        }
        Step::Done(answer)
    }
}

fn unknown(message: String, source: Box<ServiceError>) -> Error {
    Error::OutcomeUnknown(Box::new(OutcomeUnknown {
        message,
        source: Some(source),
    }))
}

/// Carries out one write. It is one request, unless a unique field, `read_first` or a move needs more. Returns the item
/// after the write, or before it of a removal. The error is [`Error::Model`] before the first request,
/// [`Error::Refused`], [`Error::OutcomeUnknown`], or one of the SDK.
pub async fn write_item(
    session: &Session,
    mut request: WriteRequest,
) -> Result<WriteAnswer, Error> {
    let name = request.entity.name;
    if request.kind == WriteKind::Check {
        return Err(model_error(format!(
            "{name}: a check is possible only in a transaction"
        )));
    }
    check_write(&request)?;
    check_kept_members(&request)?;
    session.add_kept_members(&mut request, session.now_millis())?;
    let mut single = SingleWrite {
        call: WriteCall::new(session),
        request: &request,
        place: PlaceOfWrite {
            text: name.to_owned(),
            position: None,
        },
        stored: None,
        takeovers: Vec::new(),
        foreign: ForeignSentinels::default(),
        claims: 1,
        plans: 0,
        attempts: 0,
        lost_answer: false,
    };
    let mut answer = single.run().await?;
    answer.cost = single.call.cost;
    Ok(answer)
}
