//! Answers a refused condition of a write: it is planned again, takes over a value, or is refused for good.

use super::attributes::AttributeMap;
use super::calls::WriteKind;
use super::errors::{Error, RefusalReason, WriteRefused};
use super::null_for_empty::met_null;
use super::service_errors::ServiceError;
use super::unique_takeover::{needs_new_plan, owner_in_the_way, takeover_of_sentinel};
use super::write::{SingleWrite, Step};
use super::write_action::{ActionPart, WriteAction};
use super::write_failure::{PlaceOfWrite, failed_condition};
use super::write_plan::WritePlan;

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
    pub(super) async fn failed_condition(
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
}
