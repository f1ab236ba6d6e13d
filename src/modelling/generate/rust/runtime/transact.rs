//! Carries out several writes, all or not one of them.

use super::attributes::AttributeMap;
use super::calls::{Cost, WriteKind, WriteRequest};
use super::errors::{Error, model_error};
use super::field_states::StoredItem;
use super::foreign_sentinels::ForeignSentinels;
use super::kept_members::check_kept_members;
use super::null_for_empty::{may_have_met_null, met_null};
use super::requests::{Failure, WriteCall, blamed, place_of};
use super::service_errors::ServiceError;
use super::session::Session;
use super::transaction_parts::{Gathered, Origin, gather};
use super::unique_takeover::{Takeover, needs_new_plan, owner_in_the_way, takeover_of_sentinel};
use super::write_action::{ActionPart, WriteAction};
use super::write_failure::{PlaceOfWrite, failed_condition, in_own_words};
use super::write_plan::{WritePlan, plan_write};
use super::write_refusal::{owners_change, refused};
use super::write_rules::{check_write, needs_read};

/// The next step of a transaction.
enum Step {
    Read,
    Send,
    Done,
}

struct Member {
    /// With the kept fields.
    request: WriteRequest,
    stored: StoredItem,
    foreign: ForeignSentinels,
}

struct Transaction<'a> {
    call: WriteCall<'a>,
    members: Vec<Member>,
    takeovers: Vec<Takeover>,
    rounds: usize,
    /// Rounds that began without known owners.
    claims: usize,
}

/// A refused action, with the request that needs it.
struct RefusedAction<'a> {
    origin: Origin,
    plan: &'a WritePlan,
    /// Of the request's plan.
    action: &'a WriteAction,
    /// Of the action that was sent.
    sent: ActionPart,
    item: Option<AttributeMap>,
    cause: Box<ServiceError>,
}

impl Transaction<'_> {
    async fn run(&mut self) -> Result<(), Error> {
        let mut step = Step::Read;
        loop {
            step = match step {
                Step::Read => self.read().await?,
                Step::Send => self.send().await?,
                Step::Done => return Ok(()),
            };
        }
    }

    /// Reads the items for the requests, one after the other.
    async fn read(&mut self) -> Result<Step, Error> {
        for (at, member) in self.members.iter_mut().enumerate() {
            if needs_read(&member.request) {
                let stored = self.call.read_for(&member.request).await;
                member.stored = stored.map_err(|error| error.at_request(at))?;
            }
        }
        Ok(Step::Send)
    }

    fn plan(&self, member: &Member) -> Result<WritePlan, Error> {
        let session = self.call.session;
        let stored = Some(&member.stored).filter(|_| needs_read(&member.request));
        let mut plan = plan_write(
            &member.request,
            stored,
            &session.write_id(),
            session.computed(),
        )?;
        member.foreign.spare(&mut plan.actions)?;
        Ok(plan)
    }

    async fn send(&mut self) -> Result<Step, Error> {
        self.rounds += 1;
        let mut plans = Vec::with_capacity(self.members.len());
        for (at, member) in self.members.iter().enumerate() {
            plans.push(self.plan(member).map_err(|error| error.at_request(at))?);
        }
        let requests: Vec<_> = self.members.iter().map(|member| &member.request).collect();
        let actions: Vec<_> = plans.iter().map(|plan| plan.actions.as_slice()).collect();
        let all = gather(self.call.session, &requests, &actions, &self.takeovers)?;
        match self.call.run_transaction(&all.actions).await {
            Ok(()) => Ok(Step::Done),
            Err(Failure::Service(error)) => self.failed(error, &all, &plans).await,
            Err(Failure::Other(error)) => Err(error),
        }
    }

    async fn failed(
        &mut self,
        error: Box<ServiceError>,
        all: &Gathered,
        plans: &[WritePlan],
    ) -> Result<Step, Error> {
        let Some(blame) = blamed(&error) else {
            return Err(error.into());
        };
        let Some((sent, origin)) = all
            .actions
            .get(blame.action)
            .zip(all.origins.get(blame.action))
        else {
            return Err(error.into());
        };
        let plan = &plans[origin.request];
        let Some(action) = plan.actions.get(origin.action) else {
            return Err(error.into());
        };
        match blame.code.as_str() {
            "ConditionalCheckFailed" => {
                let refusal = RefusedAction {
                    origin: *origin,
                    plan,
                    action,
                    sent: sent.part,
                    item: blame.item,
                    cause: error,
                };
                self.failed_condition(refusal).await
            }
            "ValidationError" => {
                let member = &self.members[origin.request];
                let has_met_null = may_have_met_null(&member.request, &blame.message);
                if self.reads_from_now_on(origin.request, has_met_null) {
                    return Ok(Step::Read);
                }
                let reworded = ServiceError::validation(blame.message, error);
                let request = &self.members[origin.request].request;
                Err(Error::from(in_own_words(request, reworded)).at_request(origin.request))
            }
            _ => Err(Error::from(error).at_request(origin.request)),
        }
    }

    /// If a request met a NULL that means empty, it is planned again with the stored item. Returns false if the request
    /// already reads its item or met no NULL.
    fn reads_from_now_on(&mut self, request: usize, has_met_null: bool) -> bool {
        let request = &mut self.members[request].request;
        if needs_read(request) || !has_met_null {
            return false;
        }
        request.read_first = true;
        true
    }

    fn place(&self, origin: Origin) -> PlaceOfWrite {
        place_of(origin.request, &self.members[origin.request].request)
    }

    async fn failed_condition(&mut self, refusal: RefusedAction<'_>) -> Result<Step, Error> {
        let RefusedAction { origin, action, .. } = refusal;
        let found = refusal.item.as_ref();
        let member = &self.members[origin.request];
        let is_on_moved_to =
            member.request.kind == WriteKind::Move && action.part == ActionPart::Item;
        let is_read = needs_read(&member.request) && !action.is_of_unique() && !is_on_moved_to;
        let may_plan_again = self.rounds < self.call.session.attempts();
        if is_read && may_plan_again && refusal.plan.changed_since_read(&member.stored, found) {
            self.call.session.pause_before(self.rounds).await;
            return Ok(Step::Read);
        }
        let has_met_null = met_null(&member.request, found);
        if !action.is_of_unique() && self.reads_from_now_on(origin.request, has_met_null) {
            return Ok(Step::Read);
        }
        if self.may_claim_again() && self.members[origin.request].foreign.learn(action, found) {
            self.claims += 1;
            return Ok(Step::Send);
        }
        let is_taken_over = takeover_of_sentinel(&self.takeovers, &action.key).is_some();
        if needs_new_plan(refusal.sent, is_taken_over, found) {
            return self.claim_again(origin).await;
        }
        let request = &self.members[origin.request].request;
        let Some(owner_key) = owner_in_the_way(request.entity, action, found) else {
            let failed = failed_condition(request, action, found, &self.place(origin));
            return Err(refused(failed, refusal.cause));
        };
        let owner = self.call.get_item(request.table, owner_key.clone()).await;
        let owner = owner.map_err(|error| Error::from(error).at_request(origin.request))?;
        self.call.cost.evaluated += usize::from(owner.is_some());
        self.judge_owner(refusal, owner_key, owner).await
    }

    /// Sends all writes again if the owner of a value that a claim found taken has expired, or no longer has the value.
    async fn judge_owner(
        &mut self,
        refusal: RefusedAction<'_>,
        owner_key: AttributeMap,
        owner: Option<AttributeMap>,
    ) -> Result<Step, Error> {
        let (session, claim, origin) = (self.call.session, refusal.action, refusal.origin);
        let has_value = session.owner_has_value(claim, owner.as_ref());
        let of = session.takeover_of(claim, owner_key, owner);
        if of.is_none() && !has_value && self.may_claim_again() {
            return self.claim_again(origin).await;
        }
        let old = takeover_of_sentinel(&self.takeovers, &claim.key);
        match (of, old) {
            // The owner cannot be ended, because another action of the transaction writes it.
            (Some(of), Some(old)) if old.is_same(&of) => {}
            (Some(_), Some(_)) => return self.claim_again(origin).await,
            (Some(mut of), None) => {
                of.claimed_by = origin.request;
                self.takeovers.push(of);
                return Ok(Step::Send);
            }
            (None, _) => {}
        }
        let request = &self.members[origin.request].request;
        let failed = failed_condition(request, claim, None, &self.place(origin));
        Err(refused(failed, refusal.cause))
    }

    fn may_claim_again(&self) -> bool {
        self.claims < self.call.session.attempts()
    }

    /// Sends all writes again after a delay, without the known takeovers, because the owners have changed since they
    /// were read.
    async fn claim_again(&mut self, origin: Origin) -> Result<Step, Error> {
        if !self.may_claim_again() {
            return Err(owners_change(&self.place(origin), self.claims));
        }
        self.takeovers.clear();
        self.claims += 1;
        self.call.session.pause_before(self.claims - 1).await;
        Ok(Step::Send)
    }
}

fn check(request: &WriteRequest) -> Result<(), Error> {
    check_write(request)?;
    check_kept_members(request)
}

/// Carries out all writes or not one of them, over one or more tables. The request carries a token, so that a repetition
/// has no effect. The errors are those of `write_item`. A refusal names the position of its request, counted from 0.
pub async fn transact(session: &Session, requests: Vec<WriteRequest>) -> Result<Cost, Error> {
    if requests.is_empty() {
        return Ok(Cost::default());
    }
    if let Some(at) = requests.iter().position(|request| request.returns_old) {
        return Err(model_error("a transaction returns no items, old or new").at_request(at));
    }
    for (at, request) in requests.iter().enumerate() {
        check(request).map_err(|error| error.at_request(at))?;
    }
    let now = session.now_millis();
    let mut members = Vec::with_capacity(requests.len());
    for (at, mut request) in requests.into_iter().enumerate() {
        let kept = session.add_kept_members(&mut request, now);
        kept.map_err(|error| error.at_request(at))?;
        members.push(Member {
            request,
            stored: None,
            foreign: ForeignSentinels::default(),
        });
    }
    let mut whole = Transaction {
        call: WriteCall::new(session),
        members,
        takeovers: Vec::new(),
        rounds: 0,
        claims: 1,
    };
    whole.run().await?;
    Ok(whole.call.cost)
}
