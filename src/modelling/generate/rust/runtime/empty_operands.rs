//! Comparisons with empty values. An empty optional or set is stored as an absent attribute, or as NULL by other
//! programs, and an expression cannot have an absent attribute as an operand.

use super::calls::{Comparison, Operator, Predicate};
use super::default_values::is_null_at;
use super::errors::{Error, model_error};
use super::spell::spell_path;

fn without_empty(asked: &Comparison) -> Result<Predicate, Error> {
    // It holds for an absent attribute, and for NULL, which other programs write for an empty value.
    let absent = Predicate::of(Operator::NotExists, asked.path.clone(), Vec::new());
    let mut empty = vec![absent, is_null_at(asked.path.clone())];
    match asked.operator {
        Operator::Equal => Ok(Predicate::Any(empty)),
        Operator::NotEqual => Ok(Predicate::Any(empty).negated()),
        Operator::In => {
            let mut others = asked.clone();
            others.values.retain(Option::is_some);
            if !others.values.is_empty() {
                empty.push(Predicate::Comparison(others));
            }
            Ok(Predicate::Any(empty))
        }
        _ => Err(model_error(format!(
            "The condition on {} compares with an empty value, which is stored as an absent attribute: compare with \
             == or !=, or use .exists() or .not_exists()",
            spell_path(&asked.path)
        ))),
    }
}

/// Returns the predicate, but without absent operands in it and its children. The error is of a comparison that has no
/// meaning for an absent operand.
pub(super) fn without_empty_operands(predicate: &Predicate) -> Result<Predicate, Error> {
    let all = |children: &[Predicate]| {
        children
            .iter()
            .map(without_empty_operands)
            .collect::<Result<Vec<_>, _>>()
    };
    match predicate {
        Predicate::All(children) => Ok(Predicate::All(all(children)?)),
        Predicate::Any(children) => Ok(Predicate::Any(all(children)?)),
        Predicate::Not(child) => Ok(without_empty_operands(child)?.negated()),
        Predicate::Comparison(one) if one.values.iter().any(Option::is_none) => without_empty(one),
        Predicate::Comparison(one) => Ok(Predicate::Comparison(one.clone())),
    }
}
