//! Turns the calls of a file into those of the library, and their results into the form of the recorded ones.

use serde_json::{Value, json};
use shop::runtime::description::{Model, Table};
use shop::runtime::untyped::{
    Change, CollectedMember, GetRequest, KeyedRows, LoadRequest, Operator, Predicate, ReadRequest,
    RowPage, SortRange, WholeRange, WriteKind, WriteRequest, batch_get, batch_write, count_rows,
    load, read, snapshot, transact, write_item,
};
use shop::runtime::{ChangeKind, Error, Path, PathStep, Row, Session};

use crate::wire::{attributes, partial, tree_of_map, value};

fn list(tree: &Value) -> &[Value] {
    tree.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn flag(tree: &Value) -> bool {
    tree.as_bool().unwrap_or_default()
}

fn number(tree: &Value) -> usize {
    usize::try_from(tree.as_u64().unwrap_or_default()).expect("a position")
}

fn amount(tree: &Value) -> Option<usize> {
    Some(number(tree)).filter(|amount| *amount > 0)
}

fn path(tree: &Value) -> Path {
    let step = |one: &Value| match one.as_str() {
        Some(name) => PathStep::from(name),
        None => PathStep::from(number(one)),
    };
    list(tree).iter().map(step).collect()
}

fn operator(tree: &Value) -> Operator {
    match tree.as_str().expect("an operator") {
        "equal" => Operator::Equal,
        "notEqual" => Operator::NotEqual,
        "less" => Operator::Less,
        "lessOrEqual" => Operator::LessOrEqual,
        "greater" => Operator::Greater,
        "greaterOrEqual" => Operator::GreaterOrEqual,
        "between" => Operator::Between,
        "in" => Operator::In,
        "exists" => Operator::Exists,
        "notExists" => Operator::NotExists,
        "hasType" => Operator::HasType,
        "beginsWith" => Operator::BeginsWith,
        "contains" => Operator::Contains,
        "sizeEqual" => Operator::SizeEqual,
        "sizeNotEqual" => Operator::SizeNotEqual,
        "sizeLess" => Operator::SizeLess,
        "sizeLessOrEqual" => Operator::SizeLessOrEqual,
        "sizeGreater" => Operator::SizeGreater,
        "sizeGreaterOrEqual" => Operator::SizeGreaterOrEqual,
        other => panic!("no operator {other}"),
    }
}

fn predicate(tree: &Value) -> Predicate {
    let children = || {
        list(&tree["children"])
            .iter()
            .map(predicate)
            .collect::<Vec<_>>()
    };
    match tree["kind"].as_str() {
        Some("and") => Predicate::All(children()),
        Some("or") => Predicate::Any(children()),
        // A NOT of no condition is refused as that of a condition that is always true.
        Some("not") => Predicate::Not(Box::new(
            children().pop().unwrap_or(Predicate::All(Vec::new())),
        )),
        _ => {
            let values = list(&tree["values"]).iter().map(value).collect();
            Predicate::of(operator(&tree["kind"]), path(&tree["path"]), values)
        }
    }
}

fn change_kind(tree: &Value) -> ChangeKind {
    match tree.as_str().expect("a kind") {
        "set" => ChangeKind::Set,
        "setIfAbsent" => ChangeKind::SetIfAbsent,
        "increment" => ChangeKind::Increment,
        "append" => ChangeKind::Append,
        "prepend" => ChangeKind::Prepend,
        "addToSet" => ChangeKind::AddToSet,
        "removeFromSet" => ChangeKind::RemoveFromSet,
        "remove" => ChangeKind::Erase,
        other => panic!("no change {other}"),
    }
}

fn change(tree: &Value) -> Change {
    let end = |name: &str| tree["range"][name].as_str();
    let ends = end("least").zip(end("most"));
    Change {
        path: path(&tree["path"]),
        of_element: flag(&tree["ofElement"]),
        range: ends.map(|(least, most)| WholeRange {
            least: least.parse().expect("a number"),
            most: most.parse().expect("a number"),
        }),
        ..Change::of(
            change_kind(&tree["kind"]),
            number(&tree["field"]),
            value(&tree["value"]),
        )
    }
}

fn write_kind(tree: &Value) -> WriteKind {
    match tree.as_str().expect("a kind") {
        "create" => WriteKind::Create,
        "put" => WriteKind::Put,
        "update" => WriteKind::Update,
        "upsert" => WriteKind::Upsert,
        "remove" => WriteKind::Remove,
        "check" => WriteKind::Check,
        "move" => WriteKind::Move,
        other => panic!("no write {other}"),
    }
}

/// Plays the calls of one model, one after the other.
pub struct Player {
    pub session: Session,
    pub model: &'static Model,
    /// Of the last page.
    pub token: Option<String>,
}

impl Player {
    fn table(&self, name: &Value) -> &'static Table {
        let found = self
            .model
            .tables
            .iter()
            .find(|table| Some(table.name) == name.as_str());
        found.expect("a table")
    }

    fn read_request(&self, call: &Value) -> ReadRequest {
        let pattern = &self.model.patterns[number(&call["pattern"])];
        let table = &self.model.tables[pattern.table];
        let range = call.get("range").and_then(|range| {
            Some(SortRange {
                operator: operator(&range["kind"]),
                low: value(&range["low"])?,
                high: value(&range["high"]),
            })
        });
        ReadRequest {
            range,
            take: amount(&call["take"]),
            read_at_most: amount(&call["readAtMost"]),
            filter: call.get("filter").map(predicate),
            expired_too: flag(&call["expiredToo"]),
            reverse: call["forward"]
                .as_bool()
                .is_some_and(|forward| forward != pattern.plan.forward),
            consistent: call["consistent"].as_bool(),
            after: self.token.clone().filter(|_| flag(&call["afterLast"])),
            ..ReadRequest::new(table, pattern, attributes(&call["values"]))
        }
    }

    fn write_request(&self, call: &Value) -> WriteRequest {
        let table = self.table(&call["table"]);
        let entity = &table.entities[number(&call["entity"])];
        let version = call["expectedVersion"].as_str();
        WriteRequest {
            moved_to: attributes(&call["movedTo"]),
            changes: list(&call["changes"]).iter().map(change).collect(),
            given: partial(&call["given"]),
            read_first: flag(&call["readFirst"]),
            must_exist: flag(&call["mustExist"]),
            returns_old: flag(&call["returnsOld"]),
            expected_version: version.map(|version| version.parse().expect("a version")),
            any_version: flag(&call["anyVersion"]),
            condition: call.get("condition").map(predicate),
            ..WriteRequest::new(
                write_kind(&call["kind"]),
                table,
                entity,
                attributes(&call["values"]),
            )
        }
    }

    fn writes(&self, tree: &Value) -> Vec<WriteRequest> {
        list(tree)
            .iter()
            .map(|one| self.write_request(one))
            .collect()
    }

    fn gets(&self, tree: &Value) -> Vec<GetRequest> {
        let get = |one: &Value| {
            let table = self.table(&one["table"]);
            GetRequest {
                table,
                entity: &table.entities[number(&one["entity"])],
                values: attributes(&one["values"]),
            }
        };
        list(tree).iter().map(get).collect()
    }

    fn row(&self, row: &Row) -> Value {
        let tables = self.model.tables.iter();
        let mut found = tables.filter_map(|table| {
            table
                .entities
                .iter()
                .position(|one| std::ptr::eq(one, row.entity))
        });
        let entity = found.next_back().expect("the entity of a row");
        json!({ "entity": entity, "attributes": tree_of_map(&row.attributes) })
    }

    fn page(&mut self, page: &RowPage) -> Value {
        self.token.clone_from(&page.token);
        json!({
            "rows": page.rows.iter().map(|row| self.row(row)).collect::<Vec<_>>(),
            "hasToken": page.token.is_some(),
            "unreadable": page.unreadable.len(),
            "stale": page.cost.stale,
            "requests": page.cost.requests,
        })
    }

    fn keyed(&self, answer: &KeyedRows) -> Value {
        let rows = answer
            .rows
            .iter()
            .map(|row| row.as_ref().map(|row| self.row(row)));
        json!({ "rows": rows.collect::<Vec<_>>() })
    }

    async fn load(&mut self, call: &Value) -> Result<Value, Error> {
        let read = self.read_request(call);
        let member = |one: &Value| CollectedMember {
            entity: &read.table.entities[number(&one["entity"])],
            single: flag(&one["single"]),
            below: Vec::new(),
            filters: Vec::new(),
        };
        let members = list(&call["members"]).iter().map(member).collect();
        let page = load(&self.session, LoadRequest { read, members }).await?;
        Ok(self.page(&page))
    }

    async fn write(&self, call: &Value) -> Result<Value, Error> {
        let answer = write_item(&self.session, self.write_request(&call["write"])).await?;
        let mut out = json!({ "requests": answer.cost.requests });
        if let Some(row) = &answer.row {
            out["row"] = json!([self.row(row)]);
        }
        if let Some(old) = &answer.old {
            out["old"] = json!([self.row(old)]);
        }
        Ok(out)
    }

    /// Plays a call. The result has the form of the recorded one.
    pub async fn play(&mut self, call: &Value) -> Result<Value, Error> {
        let session = self.session.clone();
        match call["call"].as_str().expect("a call") {
            "read" | "load" if call.get("members").is_some() => self.load(call).await,
            "read" | "load" => {
                let page = read(&session, self.read_request(call)).await?;
                Ok(self.page(&page))
            }
            "count" => {
                let (count, _) = count_rows(&session, self.read_request(call)).await?;
                Ok(json!({ "count": count }))
            }
            "batchGet" => {
                let answer = batch_get(
                    &session,
                    &self.gets(&call["gets"]),
                    flag(&call["consistent"]),
                )
                .await?;
                Ok(self.keyed(&answer))
            }
            "transactGet" => Ok(self.keyed(&snapshot(&session, &self.gets(&call["gets"])).await?)),
            "write" => self.write(call).await,
            "transact" => transact(&session, self.writes(&call["writes"]))
                .await
                .map(|_| json!({})),
            "batchWrite" => batch_write(&session, self.writes(&call["writes"]))
                .await
                .map(|_| json!({})),
            other => panic!("no call {other}"),
        }
    }
}
