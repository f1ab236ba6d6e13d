//! The differences of a table from its model, in words.

use aws_sdk_dynamodb::types::{KeySchemaElement, KeyType, Projection, TableDescription};

use super::description::{Index, Projected, Scope, Table};

fn keys_in_words(schema: &[KeySchemaElement]) -> String {
    let texts = schema
        .iter()
        .map(|key| format!("{} {}", key.attribute_name(), key.key_type().as_str()));
    texts.collect::<Vec<_>>().join(", ")
}

fn wanted_keys(partition: &[&str], sort: &[&str]) -> String {
    let hash = partition.iter().map(|name| (name, KeyType::Hash));
    let all = hash.chain(sort.iter().map(|name| (name, KeyType::Range)));
    let texts = all.map(|(name, key_type)| format!("{name} {}", key_type.as_str()));
    texts.collect::<Vec<_>>().join(", ")
}

fn projection_in_words(projection: Option<&Projection>) -> String {
    let Some(projection) = projection else {
        return String::new();
    };
    let kind = projection
        .projection_type()
        .map_or("", |kind| kind.as_str());
    let mut names: Vec<_> = projection
        .non_key_attributes()
        .iter()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    [vec![kind], names].concat().join(" ")
}

fn wanted_projection(index: &Index) -> String {
    match index.projection {
        Projected::All => "ALL".to_owned(),
        Projected::KeysOnly => "KEYS_ONLY".to_owned(),
        Projected::Include(names) => {
            let mut names = names.to_vec();
            names.sort_unstable();
            format!("INCLUDE {}", names.join(" "))
        }
    }
}

/// The keys and projection of an index that exists.
struct FoundIndex {
    name: String,
    keys: String,
    projection: String,
}

fn found_indexes(there: &TableDescription) -> Vec<FoundIndex> {
    let global = there
        .global_secondary_indexes()
        .iter()
        .map(|one| FoundIndex {
            name: one.index_name().unwrap_or_default().to_owned(),
            keys: keys_in_words(one.key_schema()),
            projection: projection_in_words(one.projection()),
        });
    let local = there
        .local_secondary_indexes()
        .iter()
        .map(|one| FoundIndex {
            name: one.index_name().unwrap_or_default().to_owned(),
            keys: keys_in_words(one.key_schema()),
            projection: projection_in_words(one.projection()),
        });
    global.chain(local).collect()
}

fn index_difference(table: &Table, index: &Index, found: &[FoundIndex]) -> Option<String> {
    let name = index.name;
    let Some(there) = found.iter().find(|one| one.name == name) else {
        return Some(format!("it lacks the index {name}"));
    };
    let own = [table.partition];
    let partition = if index.scope == Scope::Local {
        &own
    } else {
        index.partition
    };
    let (keys, projection) = (wanted_keys(partition, index.sort), wanted_projection(index));
    if there.keys != keys {
        return Some(format!(
            "the index {name} has the keys {} and not {keys}",
            there.keys
        ));
    }
    (there.projection != projection).then(|| {
        format!(
            "the index {name} projects {} and not {projection}",
            there.projection
        )
    })
}

/// Returns the differences. Further indexes are not a difference, because a later version may need them.
pub(super) fn differences(table: &Table, there: &TableDescription) -> Vec<String> {
    let mut out = Vec::new();
    let (is, should) = (
        keys_in_words(there.key_schema()),
        wanted_keys(&[table.partition], table.sort.as_slice()),
    );
    if is != should {
        out.push(format!("its keys are {is} and not {should}"));
    }
    for (name, scalar) in table.attributes {
        let found = there
            .attribute_definitions()
            .iter()
            .find(|one| one.attribute_name() == *name);
        let is = found.map(|one| one.attribute_type().as_str());
        if let Some(is) = is.filter(|is| *is != scalar.name()) {
            out.push(format!(
                "the attribute {name} has the type {is} and not {}",
                scalar.name()
            ));
        }
    }
    let found = found_indexes(there);
    let indexes = table
        .indexes
        .iter()
        .filter(|index| index.scope != Scope::Vector);
    out.extend(indexes.filter_map(|index| index_difference(table, index, &found)));
    out
}
