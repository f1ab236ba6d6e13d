//! Takes over a unique value whose owner has expired. The service removes such an owner at some time and leaves its
//! sentinel behind. A claim that finds such a sentinel reads the owner. It is then sent again with the actions that end
//! the owner's claim.

use super::attributes::{AttributeMap, sorted};
use super::calls::{Operator, Predicate, WriteKind, WriteRequest, path_to};
use super::description::{EntityInfo, Table};
use super::errors::Error;
use super::identify::{identify, row_of};
use super::session::{ComputedFunctions, Session};
use super::stored_row::has_expired;
use super::unique::{owner_attribute, owner_of_sentinel, sentinels_of};
use super::write_action::{ActionKind, ActionPart, WriteAction};
use super::write_expression::WriteExpression;
use super::write_plan::plan_write;

/// A sentinel whose owner has expired or does not exist.
#[derive(Debug, Clone)]
pub(super) struct Takeover {
    sentinel_key: AttributeMap,
    owner_key: AttributeMap,
    /// As it was read. `None` if it does not exist.
    owner: Option<AttributeMap>,
    /// In a transaction, the request that claims the value.
    pub(super) claimed_by: usize,
}

impl Takeover {
    /// Returns true if both are of the same sentinel and of the same owner, with equal attributes.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.owner == other.owner
            && self.sentinel_key == other.sentinel_key
            && self.owner_key == other.owner_key
    }

    /// Returns the claim of the value among the actions.
    pub(super) fn claim_in(&self, actions: &[WriteAction]) -> Option<usize> {
        claim_at(actions, &self.sentinel_key)
    }
}

/// Returns the takeover of a sentinel.
pub(super) fn takeover_of_sentinel<'a>(
    all: &'a [Takeover],
    key: &AttributeMap,
) -> Option<&'a Takeover> {
    all.iter().find(|one| one.sentinel_key == *key)
}

/// The removal of the owner with its sentinels, on the condition that the owner is still as it was read.
fn removal_of(
    table: &'static Table,
    entity: &'static EntityInfo,
    owner: &AttributeMap,
    functions: &ComputedFunctions,
) -> Result<Vec<WriteAction>, Error> {
    let mut attributes = owner.clone();
    identify(table, &mut attributes);
    let mut request = WriteRequest::new(WriteKind::Remove, table, entity, attributes.clone());
    request.any_version = true;
    if let Some(ttl) = entity.ttl {
        let expiry = entity.fields[ttl].attribute;
        let value = attributes.get(expiry).cloned();
        request.condition = Some(Predicate::of(Operator::Equal, path_to(expiry), vec![value]));
    }
    Ok(plan_write(&request, Some(&Some(attributes)), "", functions)?.actions)
}

fn check_gone(table: &'static Table, owner_key: AttributeMap) -> WriteAction {
    let mut expression = WriteExpression::default();
    expression.not_exists(table.partition);
    WriteAction {
        texts: expression.into_condition(),
        ..WriteAction::new(ActionKind::Check, ActionPart::Item, table, owner_key)
    }
}

/// Returns the key of the owner to read, if a claim of an entity with time to live failed because of the sentinel
/// `found`. `None` if the value counts as taken.
pub(super) fn owner_in_the_way(
    entity: &EntityInfo,
    action: &WriteAction,
    found: Option<&AttributeMap>,
) -> Option<AttributeMap> {
    if entity.ttl.is_none() || action.part != ActionPart::Claim {
        return None;
    }
    owner_of_sentinel(action.table, found?)
}

/// Returns true if an action failed because its knowledge of a value's earlier owner is out of date. The value may then
/// be free, and a write that is planned without takeovers finds that out. `is_taken_over` tells whether the action is a
/// claim with a takeover.
pub(super) fn needs_new_plan(
    part: ActionPart,
    is_taken_over: bool,
    found: Option<&AttributeMap>,
) -> bool {
    let is_gone = found.is_none_or(AttributeMap::is_empty);
    part == ActionPart::Expired || (part == ActionPart::Claim && is_taken_over && is_gone)
}

fn claim_at(actions: &[WriteAction], sentinel_key: &AttributeMap) -> Option<usize> {
    actions
        .iter()
        .position(|action| action.part == ActionPart::Claim && action.key == *sentinel_key)
}

impl Session {
    /// Returns true if the owner that was read has the claimed value. If not, the owner has given the value up since, or
    /// the sentinel was left behind.
    pub(super) fn owner_has_value(
        &self,
        claim: &WriteAction,
        owner: Option<&AttributeMap>,
    ) -> bool {
        owner.is_some_and(|owner| {
            sentinels_of(claim.table, owner, self.computed()).contains(&claim.key)
        })
    }

    /// Returns the takeover that the owner that was read allows. `None` if the owner exists and has not expired.
    pub(super) fn takeover_of(
        &self,
        claim: &WriteAction,
        owner_key: AttributeMap,
        owner: Option<AttributeMap>,
    ) -> Option<Takeover> {
        if let Some(owner) = &owner {
            let row = row_of(claim.table, owner.clone())?;
            if !has_expired(row.entity, &row.attributes, self.now_seconds()) {
                return None;
            }
        }
        Some(Takeover {
            sentinel_key: claim.key.clone(),
            owner_key,
            owner,
            claimed_by: 0,
        })
    }

    /// Changes the actions so that a claim replaces the old owner's sentinel, and adds the actions that end the owner:
    /// its removal with its other sentinels, or a check that it does not exist. They are at the end. The actions stay as
    /// they are if not one of them claims the value or if one of them writes the owner itself. The error is that the
    /// owner's keys cannot be made.
    pub(super) fn take_over(
        &self,
        actions: &mut Vec<WriteAction>,
        entity: &'static EntityInfo,
        of: &Takeover,
    ) -> Result<(), Error> {
        let Some(at) = of.claim_in(actions) else {
            return Ok(());
        };
        let (table, unique) = (actions[at].table, actions[at].unique);
        let is_on_owner =
            |one: &&WriteAction| std::ptr::eq(one.table, table) && one.key == of.owner_key;
        let on_owner = actions.iter().find(is_on_owner).map(|one| one.part);
        if on_owner.is_some_and(|part| part != ActionPart::Expired) {
            return Ok(());
        }
        let mut old_claim = WriteExpression::default();
        for (name, value) in sorted(&of.owner_key) {
            old_claim.equals(&owner_attribute(name), Some(value), None);
        }
        actions[at].texts = old_claim.into_condition();
        if on_owner.is_some() {
            return Ok(());
        }
        let ends = match &of.owner {
            Some(owner) => removal_of(table, entity, owner, self.computed())?,
            None => vec![check_gone(table, of.owner_key.clone())],
        };
        for mut end in ends {
            // A value that this write claims gets a new owner. All other values of the old owner become free.
            if let Some(claimed) = claim_at(actions, &end.key) {
                actions[claimed].texts = end.texts;
                continue;
            }
            end.part = ActionPart::Expired;
            end.unique = unique;
            actions.push(end);
        }
        Ok(())
    }
}
