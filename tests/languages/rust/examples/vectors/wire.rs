//! Attribute values as JSON, and texts that are equal for equal requests.

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use serde_json::{Map, Value, json};
use shop::runtime::{AttributeMap, AttributeValue};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn bytes(tree: &Value) -> Blob {
    let text = tree.as_str().expect("base64").trim_end_matches('=');
    let mut out = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for digit in text.bytes() {
        let value = DIGITS
            .iter()
            .position(|one| *one == digit)
            .expect("a digit of base64");
        bits = bits << 6 | u32::try_from(value).expect("six bits");
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    Blob::new(out)
}

fn base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let all = [group, &[0; 3]].concat();
        let bits = u32::from(all[0]) << 16 | u32::from(all[1]) << 8 | u32::from(all[2]);
        for at in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]);
            out.push(if at <= group.len() { digit } else { '=' });
        }
    }
    out
}

fn texts(tree: &Value) -> Vec<String> {
    let all = tree.as_array().expect("a list").iter();
    all.map(|one| one.as_str().expect("a text").to_owned())
        .collect()
}

/// Returns the attribute value that JSON has, or `None` for null.
pub fn value(tree: &Value) -> Option<AttributeValue> {
    let (kind, of) = tree.as_object()?.iter().next()?;
    Some(match kind.as_str() {
        "S" => AttributeValue::S(of.as_str()?.to_owned()),
        "N" => AttributeValue::N(of.as_str()?.to_owned()),
        "B" => AttributeValue::B(bytes(of)),
        "BOOL" => AttributeValue::Bool(of.as_bool()?),
        "NULL" => AttributeValue::Null(of.as_bool()?),
        "SS" => AttributeValue::Ss(texts(of)),
        "NS" => AttributeValue::Ns(texts(of)),
        "BS" => AttributeValue::Bs(of.as_array()?.iter().map(bytes).collect()),
        "L" => AttributeValue::L(of.as_array()?.iter().filter_map(value).collect()),
        "M" => {
            let members = of.as_object()?.iter();
            AttributeValue::M(
                members
                    .filter_map(|(name, one)| Some((name.clone(), value(one)?)))
                    .collect(),
            )
        }
        other => panic!("no attribute value {other}"),
    })
}

fn tree_of(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(text) => json!({ "N": text }),
        AttributeValue::B(bytes) => json!({ "B": base64(bytes.as_ref()) }),
        AttributeValue::Bool(is) => json!({ "BOOL": is }),
        AttributeValue::Null(is) => json!({ "NULL": is }),
        AttributeValue::Ss(all) => json!({ "SS": all }),
        AttributeValue::Ns(all) => json!({ "NS": all }),
        AttributeValue::Bs(all) => {
            json!({ "BS": all.iter().map(|one| base64(one.as_ref())).collect::<Vec<_>>() })
        }
        AttributeValue::L(all) => json!({ "L": all.iter().map(tree_of).collect::<Vec<_>>() }),
        AttributeValue::M(members) => json!({ "M": tree_of_map(members) }),
        other => panic!("no attribute value {other:?}"),
    }
}

/// Returns the JSON of an item.
pub fn tree_of_map(all: &AttributeMap) -> Value {
    Value::Object(
        all.iter()
            .map(|(name, value)| (name.clone(), tree_of(value)))
            .collect(),
    )
}

/// Returns a map of pairs of a name and a value, of which some may be absent.
pub fn partial(tree: &Value) -> HashMap<String, Option<AttributeValue>> {
    let pairs = tree
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
        .iter();
    pairs
        .map(|pair| {
            (
                pair[0].as_str().expect("a name").to_owned(),
                value(&pair[1]),
            )
        })
        .collect()
}

/// Returns a map of pairs of a name and a value, without absent values.
pub fn attributes(tree: &Value) -> AttributeMap {
    let all = partial(tree).into_iter();
    all.filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// Returns an equal tree for equal requests: sets sorted, and ids of writes all alike.
pub fn canonical(tree: &Value, name: &str) -> Value {
    match tree {
        Value::String(text) if text.starts_with("fefefefe-") => json!("<id>"),
        Value::Array(all) => {
            let mut out: Vec<_> = all.iter().map(|one| canonical(one, "")).collect();
            if matches!(name, "SS" | "NS" | "BS") {
                out.sort_by_key(ToString::to_string);
            }
            Value::Array(out)
        }
        Value::Object(members) => {
            let out: Map<_, _> = members
                .iter()
                .map(|(key, one)| (key.clone(), canonical(one, key)))
                .collect();
            Value::Object(out)
        }
        other => other.clone(),
    }
}
