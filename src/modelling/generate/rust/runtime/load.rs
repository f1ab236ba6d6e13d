//! Reads the items of a collection, with one read or with one read for each member.

use std::cmp::Ordering;

use super::attributes::string_value;
use super::calls::{
    CollectedMember, EntityFilter, LoadRequest, Operator, Predicate, ReadRequest, RowPage,
};
use super::costs::side_by_side;
use super::default_values::with_defaults;
use super::description::Table;
use super::errors::{Error, model_error};
use super::member_range::text_in;
use super::page_token::foreign_token;
use super::prepared_read::{MemberPart, PartRequest, PreparedRead};
use super::read::read_part;
use super::session::Session;

/// A collection's token has a piece for each member that is not single: the page token of its read, or this text if the
/// member's items have ended.
const ENDED_PIECE: &str = "-";
const BETWEEN_PIECES: &str = ".";

/// Returns the pieces, which are `None` for an ended member. The error is that of a page token.
fn pieces_of(token: &str, count: usize, pattern: &str) -> Result<Vec<Option<String>>, Error> {
    let all = token.split(BETWEEN_PIECES);
    let pieces: Vec<_> = all
        .map(|piece| (piece != ENDED_PIECE).then(|| piece.to_owned()))
        .collect();
    if pieces.len() == count {
        Ok(pieces)
    } else {
        Err(foreign_token(pattern))
    }
}

fn join_pieces(pieces: &[Option<String>]) -> Option<String> {
    if pieces.iter().all(Option::is_none) {
        return None;
    }
    let texts: Vec<_> = pieces
        .iter()
        .map(|piece| piece.as_deref().unwrap_or(ENDED_PIECE))
        .collect();
    Some(texts.join(BETWEEN_PIECES))
}

/// The range of the member's items in the sort key. An empty text means any sort key.
#[derive(Debug, Default)]
struct MemberPlace {
    text: String,
    /// No other sort key begins with the text.
    exact: bool,
}

fn place_of(
    session: &Session,
    read: &ReadRequest,
    member: &CollectedMember,
) -> Result<MemberPlace, Error> {
    let request = PartRequest {
        read: ReadRequest {
            after: None,
            ..read.clone()
        },
        part: Some(MemberPart {
            entity: member.entity,
            below: Vec::new(),
            alone: true,
            mixed: false,
            singles: 0,
        }),
    };
    let prepared = PreparedRead::new(session, request)?;
    let last = prepared
        .queries
        .first()
        .and_then(|range| range.comparisons.last());
    Ok(match last {
        Some(last) if prepared.sort_attributes().first() == Some(&last.attribute) => MemberPlace {
            text: text_in(&last.low).to_owned(),
            exact: last.operator == Operator::Equal,
        },
        _ => MemberPlace::default(),
    })
}

/// Returns `None` if the keys do not tell the place.
fn place_if_known(
    session: &Session,
    read: &ReadRequest,
    member: &CollectedMember,
) -> Result<Option<MemberPlace>, Error> {
    match place_of(session, read, member) {
        Ok(place) => Ok(Some(place)),
        Err(Error::Model(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

/// True if the items of all single members come before those of `counted` in the order of the read.
fn singles_come_first(
    session: &Session,
    request: &LoadRequest,
    counted: &CollectedMember,
) -> Result<bool, Error> {
    let Some(many) = place_if_known(session, &request.read, counted)? else {
        return Ok(false);
    };
    for member in request.members.iter().filter(|member| member.single) {
        let Some(single) = place_if_known(session, &request.read, member)? else {
            return Ok(false);
        };
        let is_mixed = single.text.starts_with(&many.text)
            || (many.text.starts_with(&single.text) && !single.exact);
        let order = many.text.cmp(&single.text);
        if is_mixed || (order.is_ne() && (order == Ordering::Greater) != request.read.is_forward())
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The filter of one entity, which lets the items of the others pass.
fn filter_of_entity(tag: &str, filter: &EntityFilter) -> Result<Predicate, Error> {
    let names = [filter.entity.name]
        .into_iter()
        .chain(filter.entity.aliases.iter().copied());
    let other = names.map(|name| Predicate::compare(Operator::NotEqual, tag, string_value(name)));
    let own = with_defaults(filter.entity, &filter.predicate)?;
    Ok(Predicate::Any(vec![Predicate::All(other.collect()), own]))
}

/// One filter for everything that is read with the member. The error is that it covers items of several entities that no
/// tag tells apart.
fn filter_of_member(
    table: &Table,
    pattern: &str,
    member: &CollectedMember,
) -> Result<Option<Predicate>, Error> {
    match member.filters.as_slice() {
        [] => return Ok(None),
        [only] if member.below.is_empty() => {
            return with_defaults(member.entity, &only.predicate).map(Some);
        }
        _ => {}
    }
    let Some(tag) = table.type_attribute else {
        return Err(model_error(format!(
            "\"{pattern}\": the items of {} cannot be filtered, because items of other entities are read with them, \
             and the table has no type tag that tells them apart",
            member.entity.name
        )));
    };
    let all = member
        .filters
        .iter()
        .map(|filter| filter_of_entity(tag, filter));
    Ok(Some(Predicate::All(all.collect::<Result<_, _>>()?)))
}

/// The reads of a collection.
struct LoadPlan {
    reads: Vec<PartRequest>,
    /// Those of the reads in the token, or `None` for a read without a token.
    places: Vec<Option<usize>>,
    pieces: Vec<Option<String>>,
}

impl LoadPlan {
    fn of_one(read: PartRequest, place: Option<usize>) -> Self {
        Self {
            reads: vec![read],
            places: vec![place],
            pieces: vec![None; usize::from(place.is_some())],
        }
    }
}

/// True if items of other members may come between the member's items.
fn is_mixed(places: &[MemberPlace], member: usize) -> bool {
    let own = &places[member];
    let may_be_between = |(at, place): (usize, &MemberPlace)| {
        let is_below = place.text.starts_with(&own.text)
            || (!place.exact && own.text.starts_with(&place.text));
        at != member && is_below
    };
    !own.exact && places.iter().enumerate().any(may_be_between)
}

/// Makes one read for each member, except for members whose items have ended.
fn plan_members(
    session: &Session,
    request: &LoadRequest,
    pieces: Vec<Option<String>>,
) -> Result<LoadPlan, Error> {
    let members = &request.members;
    let places = members
        .iter()
        .map(|member| place_of(session, &request.read, member));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    let mut plan = LoadPlan {
        reads: Vec::with_capacity(members.len()),
        places: Vec::with_capacity(members.len()),
        pieces,
    };
    let mut many = 0;
    for (at, member) in members.iter().enumerate() {
        let mut read = request.read.clone();
        read.filter = filter_of_member(read.table, read.pattern.name, member)?;
        read.after = None;
        let mut place = None;
        if member.single {
            read.take = None;
        } else {
            place = Some(many);
            read.after.clone_from(&plan.pieces[many]);
            many += 1;
        }
        if request.read.after.is_some() && !member.single && read.after.is_none() {
            continue;
        }
        let part = MemberPart {
            entity: member.entity,
            below: member.below.clone(),
            alone: true,
            mixed: !member.below.is_empty() || is_mixed(&places, at),
            singles: 0,
        };
        plan.reads.push(PartRequest {
            read,
            part: Some(part),
        });
        plan.places.push(place);
    }
    Ok(plan)
}

fn plan_load(session: &Session, request: &LoadRequest) -> Result<LoadPlan, Error> {
    let many: Vec<_> = request
        .members
        .iter()
        .filter(|member| !member.single)
        .collect();
    let is_filtered = request
        .members
        .iter()
        .any(|member| !member.filters.is_empty());
    let is_first = request.read.after.is_none() && !is_filtered;
    let mut whole = PartRequest {
        read: request.read.clone(),
        part: None,
    };
    if is_first && request.read.take.is_none() {
        return Ok(LoadPlan::of_one(whole, None));
    }
    if let (true, [counted]) = (is_first, many.as_slice())
        && singles_come_first(session, request, counted)?
    {
        whole.part = Some(MemberPart {
            entity: counted.entity,
            below: counted.below.clone(),
            alone: false,
            mixed: !counted.below.is_empty(),
            singles: request.members.len() - 1,
        });
        return Ok(LoadPlan::of_one(whole, Some(0)));
    }
    let pieces = match &request.read.after {
        Some(token) => pieces_of(token, many.len(), request.read.pattern.name)?,
        None => vec![None; many.len()],
    };
    plan_members(session, request, pieces)
}

/// Returns all rows of a collection. They come in the order of the keys, or in the order of the members if these must be
/// read one by one. With `take`, each member that is not single has as many rows, and the token continues all of them.
/// The single items are on each page. One request is sent if the single items come first and one member follows them, or
/// if no row is cut or filtered. Otherwise one request for each member is sent, side by side. The errors are those of
/// `read`, and that of keys that do not tell the members apart.
pub async fn load(session: &Session, request: LoadRequest) -> Result<RowPage, Error> {
    let plan = plan_load(session, &request)?;
    let mut pieces = plan.pieces;
    let reads = plan
        .reads
        .into_iter()
        .map(|one| read_part(session, one))
        .collect();
    let mut whole = RowPage::default();
    for (page, place) in side_by_side(reads).await?.into_iter().zip(plan.places) {
        if let Some(place) = place {
            pieces[place] = page.token;
        }
        whole.rows.extend(page.rows);
        // If the members' ranges overlap, a row may be read with several of them.
        for row in page.unreadable {
            if !whole.unreadable.iter().any(|known| known.key == row.key) {
                whole.unreadable.push(row);
            }
        }
        whole.cost.add(page.cost);
    }
    whole.token = join_pieces(&pieces);
    Ok(whole)
}
