//! Carries out one write: it reads if needed, plans, sends, judges the answer and tries again.

use super::attributes::AttributeMap;
use super::calls::{Row, WriteAnswer, WriteKind, WriteRequest};
use super::errors::{Error, RefusalReason, model_error, outcome_unknown, unknown_because};
use super::field_states::StoredItem;
use super::foreign_sentinels::ForeignSentinels;
use super::identify::identify;
use super::kept_members::check_kept_members;
use super::null_for_empty::may_have_met_null;
use super::requests::{Failure, WriteCall, blamed};
use super::service_errors::ServiceError;
use super::session::Session;
use super::unique_takeover::Takeover;
use super::write_action::{ActionKind, WriteAction};
use super::write_failure::{PlaceOfWrite, failed_condition, in_own_words};
use super::write_plan::{WritePlan, plan_write};
use super::write_refusal::refused;
use super::write_rules::{check_write, reads_before_write};

/// The next step of a write.
pub(super) enum Step {
    Read,
    Plan,
    Send,
    Done(WriteAnswer),
}

pub(super) struct SingleWrite<'a> {
    pub(super) call: WriteCall<'a>,
    /// With the kept fields.
    pub(super) request: &'a WriteRequest,
    pub(super) place: PlaceOfWrite,
    /// The item, if it was read.
    pub(super) stored: Option<StoredItem>,
    pub(super) takeovers: Vec<Takeover>,
    pub(super) foreign: ForeignSentinels,
    /// Rounds that began without known owners.
    pub(super) claims: usize,
    pub(super) plans: usize,
    /// To send this plan.
    pub(super) attempts: usize,
    /// Of an attempt to send this plan.
    pub(super) lost_answer: bool,
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
            return Err(unknown_because(message, Some(error)));
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
            return Err(unknown_because(
                format!(
                    "The outcome of the write is not known: {}",
                    conflict.message
                ),
                Some(error),
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
                let why = "The write is done; the old item is not known, because the first answer was lost";
                answer.unread = Some(unknown_because(why.to_owned(), None));
            } else {
                answer.old = old.map(|old| self.row(old));
            }
        }
        Step::Done(answer)
    }
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
