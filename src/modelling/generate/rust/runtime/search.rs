//! Sends the search of a pattern whose plan has a vector index.

use aws_sdk_dynamodb::operation::search_vectors::SearchVectorsOutput;
use aws_sdk_dynamodb::operation::search_vectors::builders::SearchVectorsFluentBuilder;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::asked_pattern::AskedPattern;
use super::attributes::{AttributeValue, number_value, sorted, string_value};
use super::calls::{Cost, ScoredRows, SearchRequest};
use super::compose::compose;
use super::description::{Index, KeyAttribute};
use super::errors::{Error, model_error};
use super::float_text::float_text;
use super::key_fields::KeyRole;
use super::predicate::Placeholders;
use super::row_match::RowMatch;
use super::service_errors::ServiceError;
use super::session::Session;
use super::stored_row::{Reader, StoredRow};

const MOST_RESULTS: usize = 100;
/// The number of results if a call does not say how many it takes.
pub(super) const USUAL_RESULTS: usize = 10;

struct Searching<'a> {
    session: &'a Session,
    request: &'a SearchRequest,
    pattern: AskedPattern,
    index: &'static Index,
}

/// The attributes that the search compares, in an order, with their values.
type ComparedValues = Vec<(String, AttributeValue)>;

fn add_compared(all: &mut ComparedValues, attribute: &str, value: AttributeValue) {
    if !all.iter().any(|(name, _)| name == attribute) {
        all.push((attribute.to_owned(), value));
    }
}

impl Searching<'_> {
    fn partition(&self) -> &'static [KeyAttribute] {
        let key = self.pattern.first().key_in(self.pattern.plan.index);
        key.map_or(&[], |key| key.partition)
    }

    /// The fields of the partition key are compared, and the others that the call gives are inline filters.
    fn compared(&self) -> Result<ComparedValues, Error> {
        let (name, entity, partition) = (self.pattern.name, self.pattern.first(), self.partition());
        let values = &self.request.values;
        let mut out = ComparedValues::new();
        for one in partition {
            let Some(value) = compose(one, KeyRole::Partition, entity, values)? else {
                return Err(model_error(format!(
                    "The search \"{name}\" needs a value for each member of the partition key {} of {}",
                    one.attribute, self.index.name
                )));
            };
            add_compared(&mut out, one.attribute, value);
        }
        for position in self.request.pattern.by {
            if partition.iter().any(|one| one.holds(*position)) {
                continue;
            }
            let field = &entity.fields[*position];
            let Some(value) = values.get(field.attribute) else {
                return Err(model_error(format!(
                    "The search \"{name}\" selects by a value of {}, and the given one is empty: items without a \
                     value cannot be selected",
                    field.name
                )));
            };
            add_compared(&mut out, field.attribute, value.clone());
        }
        for (attribute, value) in sorted(&self.request.filters) {
            if values.contains_key(attribute) {
                return Err(model_error(format!(
                    "The search \"{name}\" selects by {attribute} twice"
                )));
            }
            add_compared(&mut out, attribute, value.clone());
        }
        let tag = self
            .pattern
            .table
            .type_attribute
            .filter(|_| entity.aliases.is_empty());
        if let (Some(tag), Some(vector)) = (tag, &self.index.vector)
            && vector.filters.contains(&tag)
        {
            add_compared(&mut out, tag, string_value(entity.name));
        }
        Ok(out)
    }

    /// The attributes of which the answer's rows are made, if it has the vector: those of the fields, of the entity's
    /// keys, the type tag, and the attribute by which items expire. Empty for an answer with all attributes but the
    /// vector.
    fn read_attributes(&self) -> Vec<&'static str> {
        let entity = self.pattern.first();
        let wanted = self.request.pattern.wanted;
        let is_wanted = |name| wanted.is_none_or(|wanted| wanted.contains(&name));
        let stored = entity
            .fields
            .iter()
            .filter(|field| !field.key_only && is_wanted(field.name));
        let mut names: Vec<_> = stored.map(|field| field.attribute).collect();
        if !self
            .index
            .vector
            .is_some_and(|vector| names.contains(&vector.attribute))
        {
            return Vec::new();
        }
        let keys = entity
            .primary
            .attributes()
            .map(|(_, one)| one)
            .chain(entity.index_attributes());
        let keys = keys.map(|one| one.attribute);
        let expiry = entity.ttl.map(|ttl| entity.fields[ttl].attribute);
        for name in keys.chain(self.pattern.table.type_attribute).chain(expiry) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The error is of a value that cannot be in a key or is absent.
    fn input(&self) -> Result<SearchVectorsFluentBuilder, Error> {
        let top_k = self.request.top_k;
        if !(1..=MOST_RESULTS).contains(&top_k) {
            return Err(model_error(format!(
                "top_k must be from 1 to {MOST_RESULTS}, not {top_k}"
            )));
        }
        let vector = self
            .request
            .vector
            .iter()
            .map(|one| float_text(*one).map(number_value));
        let vector = vector.collect::<Result<Vec<_>, _>>()?;
        let mut shared = Placeholders::default();
        let compared = self.compared()?.into_iter();
        let condition: Vec<_> = compared
            .map(|(name, value)| format!("{} = {}", shared.name(&name), shared.value(value)))
            .collect();
        let projection: Vec<_> = self
            .read_attributes()
            .into_iter()
            .map(|name| shared.name(name))
            .collect();
        let (names, values) = shared.into_maps();
        Ok(self
            .session
            .client
            .search_vectors()
            .table_name(self.session.table_name(self.pattern.table))
            .index_name(self.index.name)
            .set_search_vector(Some(vector))
            .return_consumed_capacity(ReturnConsumedCapacity::Indexes)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .set_projection_expression((!projection.is_empty()).then(|| projection.join(", ")))
            .set_search_condition_expression(
                (!condition.is_empty()).then(|| condition.join(" AND ")),
            ))
    }

    /// Adds the rows of an answer, and returns the number of those that readers may not see.
    fn add_rows(&self, answer: SearchVectorsOutput, out: &mut ScoredRows) -> usize {
        let mut left_out = 0;
        let question = RowMatch::of(&self.pattern, &self.request.values, None);
        let (table, entity) = (self.pattern.table, self.pattern.first());
        for found in answer.search_results.unwrap_or_default() {
            if out.rows.len() + out.unreadable.len() == self.request.top_k {
                break;
            }
            let row = StoredRow::of(
                table,
                self.pattern.plan.index,
                found.item.unwrap_or_default(),
            );
            let is_own = row.entity.is_some_and(|own| std::ptr::eq(own, entity));
            if is_own && !question.matches(entity, &row.item) {
                out.cost.stale += 1;
                left_out += 1;
            } else if !self.request.expired_too && row.is_expired(self.session) {
                left_out += 1;
            } else if is_own {
                out.rows.push(row.handed_out(entity));
                out.scores.push(found.score);
            } else {
                let message = row.misfit(table, Reader::Search(self.pattern.name));
                out.unreadable.push(row.unreadable(table, message));
            }
        }
        left_out
    }
}

/// Returns the items that a search found, the best first. If the index's inline filters have the type tag, it finds only
/// items with the entity's tag. Items whose time to live has passed are left out, and so are entries whose fields are
/// not those that were asked for (`Cost::stale`). If the answer is then too short, the search is sent again with a
/// greater number of items, up to 100, which is the most that the database gives. `incomplete` says that these were not
/// enough. The error is one of the SDK, or [`Error::Model`] if a value cannot be in a key or is absent.
pub async fn search(session: &Session, request: &SearchRequest) -> Result<ScoredRows, Error> {
    let pattern = AskedPattern::new(request.table, request.pattern);
    let Some(index) = pattern
        .plan
        .index
        .map(|index| &request.table.indexes[index])
    else {
        return Err(model_error(format!(
            "The search \"{}\" has no index",
            pattern.name
        )));
    };
    let state = Searching {
        session,
        request,
        pattern,
        index,
    };
    let input = state.input()?;
    let mut cost = Cost::default();
    let mut asked = request.top_k;
    loop {
        cost.requests += 1;
        let sent = input
            .clone()
            .top_k(i32::try_from(asked).unwrap_or(i32::MAX));
        let answer = sent.send().await.map_err(ServiceError::of)?;
        let count = answer.search_results().len();
        cost.evaluated += count;
        cost.returned += count;
        let consumed = answer
            .consumed_capacity()
            .and_then(aws_sdk_dynamodb::types::VectorCapacity::vector_search_request_bytes);
        cost.search_bytes += consumed.unwrap_or_default();
        let mut out = ScoredRows {
            cost,
            ..ScoredRows::default()
        };
        let left_out = state.add_rows(answer, &mut out);
        let is_full = out.rows.len() + out.unreadable.len() == request.top_k;
        out.incomplete = !is_full && left_out > 0 && count >= asked;
        if !out.incomplete || asked == MOST_RESULTS {
            return Ok(out);
        }
        asked = MOST_RESULTS.min(asked + asked.max(left_out));
    }
}
