//! Texts of values for people, in messages and explanations.

use std::fmt::Write as _;

use super::attributes::{AttributeMap, AttributeValue, sorted};
use super::calls::PathStep;

/// Returns a text such as "text" (in quotes), 5, true, <3 bytes>, [1, 2] and {a: 1}.
pub(super) fn spell(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => format!("\"{text}\""),
        AttributeValue::N(text) => text.clone(),
        AttributeValue::B(bytes) => format!("<{} bytes>", bytes.as_ref().len()),
        AttributeValue::Bool(is) => is.to_string(),
        AttributeValue::Null(_) => "null".to_owned(),
        AttributeValue::M(members) => spell_map(members),
        AttributeValue::L(all) => {
            format!("[{}]", all.iter().map(spell).collect::<Vec<_>>().join(", "))
        }
        AttributeValue::Ss(all) => format!("{{\"{}\"}}", all.join("\", \"")),
        AttributeValue::Ns(all) => format!("{{{}}}", all.join(", ")),
        AttributeValue::Bs(all) => format!("<{} binaries>", all.len()),
        _ => "an unknown value".to_owned(),
    }
}

/// Returns a text such as {PK: "CUST#1", SK: "ORDER#7"}.
pub(super) fn spell_map(attributes: &AttributeMap) -> String {
    let entries = sorted(attributes).into_iter();
    let texts: Vec<_> = entries
        .map(|(name, value)| format!("{name}: {}", spell(value)))
        .collect();
    format!("{{{}}}", texts.join(", "))
}

/// Returns an attribute's name, in backquotes (`a.b`) if a reader could take it for a path.
pub(super) fn spell_name(name: &str) -> String {
    if name.contains(['.', '[', ']', '`', ' ']) {
        format!("`{name}`")
    } else {
        name.to_owned()
    }
}

/// Returns a text such as address.lines[3].`a.b`.
pub(super) fn spell_path(path: &[PathStep]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            // A String takes all texts.
            PathStep::Element(at) => {
                let _ = write!(text, "[{at}]");
            }
            PathStep::Name(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&spell_name(name));
            }
        }
    }
    text
}
