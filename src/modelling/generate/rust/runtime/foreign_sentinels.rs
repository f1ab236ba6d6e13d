//! Sentinels of other items: a write of an item that has a unique value without owning its sentinel, because another
//! item owns it. Such duplicates exist if a field was made unique in a table that had them. The write must leave that
//! sentinel as it is.
//!
//! A write is planned as if the item owned the sentinel. If the sentinel turns out to be another item's, the write is
//! sent again with a check in place of the action: the sentinel still is another item's. So no sentinel stays behind if
//! the item gets it in the meantime.

use super::attributes::{AttributeMap, sorted};
use super::calls::{Operator, Predicate};
use super::errors::Error;
use super::unique::{owner_attribute, owner_of_sentinel};
use super::write_action::{ActionKind, ActionPart, WriteAction};
use super::write_expression::WriteExpression;

fn ends_ownership(action: &WriteAction) -> bool {
    matches!(action.part, ActionPart::Release | ActionPart::Repoint)
}

fn check_foreign(action: &WriteAction, owner: &AttributeMap) -> Result<WriteAction, Error> {
    let entries = sorted(owner).into_iter();
    let is_other = entries
        .map(|(name, value)| {
            Predicate::compare(Operator::NotEqual, &owner_attribute(name), value.clone())
        })
        .collect();
    let mut expression = WriteExpression::default();
    expression.exists(action.table.partition);
    expression.holds(&Predicate::Any(is_other))?;
    Ok(WriteAction {
        unique: action.unique,
        texts: expression.into_condition(),
        ..WriteAction::new(
            ActionKind::Check,
            action.part,
            action.table,
            action.key.clone(),
        )
    })
}

/// The sentinels of other items that one write has met, by their keys.
#[derive(Debug, Default)]
pub(super) struct ForeignSentinels {
    keys: Vec<AttributeMap>,
}

impl ForeignSentinels {
    /// Learns from an action of a plan whose condition was refused because of the sentinel `found`. Returns true if the
    /// write may succeed once `spare` has changed its plan.
    pub(super) fn learn(&mut self, action: &WriteAction, found: Option<&AttributeMap>) -> bool {
        if !ends_ownership(action) {
            return false;
        }
        // A known sentinel that fails its check is the item's own by now, or is gone.
        if let Some(at) = self.keys.iter().position(|key| *key == action.key) {
            self.keys.remove(at);
            return true;
        }
        if found
            .and_then(|found| owner_of_sentinel(action.table, found))
            .is_none()
        {
            return false;
        }
        self.keys.push(action.key.clone());
        true
    }

    /// Replaces the actions that would release these sentinels or give them another owner. `plan` has all actions of the
    /// write of one item.
    pub(super) fn spare(&self, plan: &mut [WriteAction]) -> Result<(), Error> {
        if self.keys.is_empty() {
            return Ok(());
        }
        // The key that the item has before the write.
        let old = plan
            .iter()
            .find(|action| action.part == ActionPart::OldItem)
            .or(plan.first());
        let Some(owner) = old.map(|action| action.key.clone()) else {
            return Ok(());
        };
        for action in plan.iter_mut().filter(|action| ends_ownership(action)) {
            if self.keys.contains(&action.key) {
                *action = check_foreign(action, &owner)?;
            }
        }
        Ok(())
    }
}
