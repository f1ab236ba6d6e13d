//! Joins the plans of several writes to the actions of one transaction.

use std::collections::HashMap;

use super::calls::WriteRequest;
use super::errors::{Error, model_error};
use super::requests::place_of;
use super::same_value::item_identity;
use super::session::Session;
use super::unique::name_of_unique;
use super::unique_takeover::Takeover;
use super::write_action::{ActionKind, ActionPart, WriteAction};

const MOST_ACTIONS: usize = 100;

/// The request to which an action belongs, and the action's position in the plan of that request.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Origin {
    pub(super) request: usize,
    pub(super) action: usize,
}

/// The actions of one transaction, each with its origin.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) actions: Vec<WriteAction>,
    pub(super) origins: Vec<Origin>,
}

/// A unique value that one request releases and another claims, in either order, keeps its sentinel, which gets a new
/// owner. Returns the action that does both, and whether it belongs to the second request. `None` if the two actions
/// clash.
fn hand_over(first: &WriteAction, second: &WriteAction) -> Option<(WriteAction, bool)> {
    let (release, claim, is_of_second) = match (first.part, second.part) {
        (ActionPart::Release, ActionPart::Claim) => (first, second, true),
        (ActionPart::Claim, ActionPart::Release) => (second, first, false),
        _ => return None,
    };
    // The sentinel of a check is another item's and stays.
    if release.kind == ActionKind::Check {
        return None;
    }
    let merged = WriteAction {
        texts: release.texts.clone(),
        part: ActionPart::Repoint,
        ..claim.clone()
    };
    Some((merged, is_of_second))
}

fn clash(requests: &[&WriteRequest], first: usize, second: usize, action: &WriteAction) -> Error {
    let place = |request: usize| place_of(request, requests[request]).text;
    let both = format!("{} and {}", place(first), place(second));
    model_error(match action.unique {
        Some(unique) => format!(
            "{both} use the same value of the unique {}",
            name_of_unique(requests[second].entity, unique)
        ),
        None => {
            format!("{both} are on the same item: a transaction has at most one action on each")
        }
    })
}

fn join_plans(
    session: &Session,
    requests: &[&WriteRequest],
    plans: &[&[WriteAction]],
) -> Result<Gathered, Error> {
    let mut out = Gathered::default();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (request, plan) in plans.iter().enumerate() {
        for (position, action) in plan.iter().enumerate() {
            let origin = Origin {
                request,
                action: position,
            };
            let identity = item_identity(&session.table_name(action.table), &action.key);
            let Some(at) = seen.get(&identity).copied() else {
                seen.insert(identity, out.actions.len());
                out.actions.push(action.clone());
                out.origins.push(origin);
                continue;
            };
            let Some((merged, is_of_second)) = hand_over(&out.actions[at], action) else {
                return Err(clash(requests, out.origins[at].request, request, action));
            };
            out.actions[at] = merged;
            if is_of_second {
                out.origins[at] = origin;
            }
        }
    }
    Ok(out)
}

/// Returns the actions of all plans, with the takeovers. The error is that two requests clash or that there are too many
/// actions.
pub(super) fn gather(
    session: &Session,
    requests: &[&WriteRequest],
    plans: &[&[WriteAction]],
    takeovers: &[Takeover],
) -> Result<Gathered, Error> {
    let mut out = join_plans(session, requests, plans)?;
    for of in takeovers {
        let first = of
            .claim_in(&out.actions)
            .map(|claim| out.origins[claim])
            .unwrap_or_default();
        session.take_over(&mut out.actions, requests[of.claimed_by].entity, of)?;
        out.origins.resize(out.actions.len(), first);
    }
    let count = out.actions.len();
    if count > MOST_ACTIONS {
        return Err(model_error(format!(
            "A transaction has at most {MOST_ACTIONS} actions; these {} requests need {count}",
            requests.len()
        )));
    }
    Ok(out)
}
