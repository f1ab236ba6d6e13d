//! Writes a predicate as the text of a condition or filter expression, with placeholders.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::attributes::{AttributeMap, AttributeValue};
use super::calls::{Comparison, Operator, PathStep, Predicate};
use super::empty_operands::without_empty_operands;
use super::errors::{Error, model_error};
use super::same_value::order_between;
use super::spell::{spell, spell_path};

/// The #names and :values that the expressions of one request share.
#[derive(Debug, Default)]
pub(super) struct Placeholders {
    /// The attributes, by their placeholders' numbers. There are few of them, so that a search needs no map.
    of_names: Vec<String>,
    of_values: AttributeMap,
}

impl Placeholders {
    /// Returns the placeholder of an attribute's name, such as "#0". A name always gets the same placeholder.
    pub(super) fn name(&mut self, attribute: &str) -> String {
        let known = self.of_names.iter().position(|name| name == attribute);
        let at = known.unwrap_or_else(|| {
            self.of_names.push(attribute.to_owned());
            self.of_names.len() - 1
        });
        format!("#{at}")
    }

    /// Returns a new placeholder of `value`, such as ":0".
    pub(super) fn value(&mut self, value: AttributeValue) -> String {
        let placeholder = format!(":{}", self.of_values.len());
        self.of_values.insert(placeholder.clone(), value);
        placeholder
    }

    /// Returns a path with a placeholder for each name in it, such as "#0.#1[3].#2". The error is of a path that does
    /// not begin with an attribute, or an empty name.
    pub(super) fn path(&mut self, path: &[PathStep]) -> Result<String, Error> {
        let mut text = String::new();
        for step in path {
            match step {
                PathStep::Element(_) if text.is_empty() => {
                    return Err(model_error(
                        "A path begins with an attribute, not with an element of a list",
                    ));
                }
                PathStep::Element(at) => text.extend(["[", &at.to_string(), "]"]),
                PathStep::Name(name) if name.is_empty() => {
                    return Err(model_error(format!(
                        "The path \"{}\" has an empty name: attributes and entries of maps have at least one character",
                        spell_path(path)
                    )));
                }
                PathStep::Name(name) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    text.push_str(&self.name(name));
                }
            }
        }
        if text.is_empty() {
            return Err(model_error(
                "A path needs at least one step, the name of an attribute",
            ));
        }
        Ok(text)
    }

    /// Returns the names and values for the request, or `None` without any, because the service refuses an empty map.
    pub(super) fn into_maps(self) -> (Option<HashMap<String, String>>, Option<AttributeMap>) {
        let entries = self.of_names.into_iter().enumerate();
        let names: HashMap<_, _> = entries.map(|(at, name)| (format!("#{at}"), name)).collect();
        let names = (!names.is_empty()).then_some(names);
        (
            names,
            (!self.of_values.is_empty()).then_some(self.of_values),
        )
    }

    /// Returns the expression's text, which is empty if the predicate is always true, so that the request needs no
    /// expression. The error is of an invalid path, a wrong number of operands, a range that ends before it begins, or
    /// a predicate that can never be true.
    pub(super) fn render(&mut self, predicate: &Predicate) -> Result<String, Error> {
        self.render_present(&without_empty_operands(predicate)?)
    }

    fn render_present(&mut self, predicate: &Predicate) -> Result<String, Error> {
        match predicate {
            Predicate::All(children) => self.joined(children, " AND "),
            Predicate::Any(children) if children.is_empty() => {
                Err(model_error("An OR of no conditions can never be true"))
            }
            // Check this first, because the service refuses a placeholder that no expression uses.
            Predicate::Any(_) if is_always_true(predicate) => Ok(String::new()),
            Predicate::Any(children) => self.joined(children, " OR "),
            Predicate::Not(child) => self.opposite(child),
            Predicate::Comparison(one) if one.operator == Operator::In => self.any_of(one),
            Predicate::Comparison(one) => self.comparison(one),
        }
    }

    /// Joins the texts of the children, and needs no parentheses for a single one.
    fn joined(&mut self, children: &[Predicate], word: &str) -> Result<String, Error> {
        let mut parts = Vec::with_capacity(children.len());
        for child in children {
            let part = self.render_present(child)?;
            if !part.is_empty() {
                parts.push(part);
            }
        }
        Ok(match parts.len() {
            0 | 1 => parts.pop().unwrap_or_default(),
            _ => format!("({})", parts.join(word)),
        })
    }

    fn opposite(&mut self, child: &Predicate) -> Result<String, Error> {
        if is_always_true(child) {
            return Err(model_error("A NOT of no condition can never be true"));
        }
        let part = self.render_present(child)?;
        // AND and OR already have parentheses, and the service refuses a second pair.
        Ok(if part.starts_with('(') {
            format!("NOT {part}")
        } else {
            format!("NOT ({part})")
        })
    }

    fn comparison(&mut self, one: &Comparison) -> Result<String, Error> {
        let (path, values) = (&one.path, &one.values);
        let operands = operands_of(one.operator);
        if values.len() != operands {
            return Err(model_error(format!(
                "The condition on {} needs {operands} operand(s) and has {}",
                spell_path(path),
                values.len()
            )));
        }
        if let (Operator::Between, [Some(low), Some(high)]) = (one.operator, values.as_slice())
            && order_between(Some(low), Some(high)) == Some(Ordering::Greater)
        {
            let (low, high) = (spell(low), spell(high));
            return Err(model_error(format!(
                "The range of {} from {low} to {high} ends before it begins",
                spell_path(path)
            )));
        }
        let place = self.path(path)?;
        let texts: Vec<_> = values
            .iter()
            .flatten()
            .map(|value| self.value(value.clone()))
            .collect();
        Ok(text_of(one.operator, &place, &texts))
    }

    /// Writes several INs if the list is longer than the operands that one IN may have.
    fn any_of(&mut self, one: &Comparison) -> Result<String, Error> {
        if one.values.is_empty() {
            return Err(model_error(format!(
                "The condition on {} can never be true: it compares with an empty list",
                spell_path(&one.path)
            )));
        }
        let place = self.path(&one.path)?;
        let mut groups = Vec::new();
        for group in one.values.chunks(MOST_IN_OPERANDS) {
            let texts: Vec<_> = group
                .iter()
                .flatten()
                .map(|value| self.value(value.clone()))
                .collect();
            groups.push(format!("{place} IN ({})", texts.join(", ")));
        }
        Ok(match groups.len() {
            1 => groups.remove(0),
            _ => format!("({})", groups.join(" OR ")),
        })
    }
}

/// The service accepts as many operands of one IN.
const MOST_IN_OPERANDS: usize = 100;

fn operands_of(operator: Operator) -> usize {
    match operator {
        Operator::Exists | Operator::NotExists => 0,
        Operator::Between => 2,
        _ => 1,
    }
}

/// Returns the operator's text between a name and a value, such as "<>" for an inequality.
pub(super) fn sign_of(operator: Operator) -> &'static str {
    match operator {
        Operator::NotEqual | Operator::SizeNotEqual => "<>",
        Operator::Less | Operator::SizeLess => "<",
        Operator::LessOrEqual | Operator::SizeLessOrEqual => "<=",
        Operator::Greater | Operator::SizeGreater => ">",
        Operator::GreaterOrEqual | Operator::SizeGreaterOrEqual => ">=",
        _ => "=",
    }
}

/// Returns the text of a comparison. Requires: there are as many operands as the operator needs.
pub(super) fn text_of(operator: Operator, place: &str, operands: &[String]) -> String {
    let operand = |at: usize| operands.get(at).map_or("", String::as_str);
    let first = operand(0);
    match operator {
        Operator::Between => format!("{place} BETWEEN {first} AND {}", operand(1)),
        Operator::Exists => format!("attribute_exists({place})"),
        Operator::NotExists => format!("attribute_not_exists({place})"),
        Operator::HasType => format!("attribute_type({place}, {first})"),
        Operator::BeginsWith => format!("begins_with({place}, {first})"),
        Operator::Contains => format!("contains({place}, {first})"),
        Operator::SizeEqual
        | Operator::SizeNotEqual
        | Operator::SizeLess
        | Operator::SizeLessOrEqual
        | Operator::SizeGreater
        | Operator::SizeGreaterOrEqual => format!("size({place}) {} {first}", sign_of(operator)),
        _ => format!("{place} {} {first}", sign_of(operator)),
    }
}

fn is_always_true(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::All(children) => children.iter().all(is_always_true),
        Predicate::Any(children) => children.iter().any(is_always_true),
        Predicate::Not(_) | Predicate::Comparison(_) => false,
    }
}
