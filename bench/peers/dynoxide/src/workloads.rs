//! The workloads. Each prepares requests, performs them and checks the answers. Only performing them is timed.

use crate::items::{Items, Random, TABLE};
use dynoxide::actions::{create_table, get_item, put_item, query};
use dynoxide::{AttributeValue, Database, ImportOptions, Item};
use serde_json::json;
use std::collections::HashMap;

pub struct Workload {
    pub name: &'static str,
    pub group: u64,
    pub indexes: u64,
    pub make: fn(Items) -> Box<dyn Operations>,
}

pub const WORKLOADS: &[Workload] = &[
    Workload { name: "get_item", group: 0, indexes: 0, make: |items| Box::new(GetItems::new(items)) },
    Workload { name: "put_item", group: 0, indexes: 0, make: |items| Box::new(PutItems::new(items)) },
    Workload { name: "put_item_3_gsi", group: 0, indexes: 3, make: |items| Box::new(PutItems::new(items)) },
    Workload { name: "query_10", group: 1000, indexes: 0, make: |items| Box::new(Queries::new(items, 10)) },
    Workload { name: "query_100", group: 1000, indexes: 0, make: |items| Box::new(Queries::new(items, 100)) },
];

pub trait Operations {
    fn prepare(&mut self, operations: usize);
    /// Performs the next operation. Panics on an error or a wrong answer.
    fn run(&mut self, database: &Database);
}

pub fn load(database: &Database, items: &Items) {
    database.create_table(table(items)).expect("CreateTable");
    const BATCH: u64 = 10_000;
    database.enable_bulk_loading().expect("bulk loading");
    for first in (0..items.count).step_by(BATCH as usize) {
        let batch: Vec<Item> = (first..items.count.min(first + BATCH)).map(|i| items.item(i, 0)).collect();
        database.import_items(TABLE, batch, ImportOptions::default()).expect("load");
    }
}

fn table(items: &Items) -> create_table::CreateTableRequest {
    let mut schema = vec![json!({"AttributeName": "pk", "KeyType": "HASH"})];
    let mut definitions = vec![json!({"AttributeName": "pk", "AttributeType": "S"})];
    if items.group > 0 {
        schema.push(json!({"AttributeName": "sk", "KeyType": "RANGE"}));
        definitions.push(json!({"AttributeName": "sk", "AttributeType": "S"}));
    }
    let mut request = json!({"TableName": TABLE, "BillingMode": "PAY_PER_REQUEST"});
    let mut indexes = Vec::new();
    for index in 0..items.indexes {
        let name = format!("k{index:02}");
        definitions.push(json!({"AttributeName": name, "AttributeType": "S"}));
        indexes.push(json!({"IndexName": format!("by_{name}"), "Projection": {"ProjectionType": "ALL"},
                            "KeySchema": [{"AttributeName": name, "KeyType": "HASH"}]}));
    }
    request["KeySchema"] = schema.into();
    request["AttributeDefinitions"] = definitions.into();
    if !indexes.is_empty() {
        request["GlobalSecondaryIndexes"] = indexes.into();
    }
    serde_json::from_value(request).expect("CreateTable")
}

fn title_is(item: &Item, title: &str) -> bool {
    matches!(item.get("title"), Some(AttributeValue::S(text)) if text == title)
}

struct GetItems {
    items: Items,
    random: Random,
    prepared: Vec<(get_item::GetItemRequest, String)>,
}

impl GetItems {
    fn new(items: Items) -> Self {
        Self { items, random: Random::new(0), prepared: Vec::new() }
    }
}

impl Operations for GetItems {
    fn prepare(&mut self, operations: usize) {
        for _ in 0..operations {
            let number = self.random.below(self.items.count);
            let request = get_item::GetItemRequest {
                table_name: TABLE.into(),
                key: self.items.key(number),
                ..Default::default()
            };
            self.prepared.push((request, Items::title(number, 0)));
        }
    }

    fn run(&mut self, database: &Database) {
        let (request, title) = self.prepared.pop().expect("prepared");
        let answer = database.get_item(request).expect("GetItem");
        assert!(answer.item.is_some_and(|item| title_is(&item, &title)), "GetItem gave another item");
    }
}

struct PutItems {
    items: Items,
    random: Random,
    versions: HashMap<u64, u64>,
    prepared: Vec<put_item::PutItemRequest>,
}

impl PutItems {
    fn new(items: Items) -> Self {
        Self { items, random: Random::new(0), versions: HashMap::new(), prepared: Vec::new() }
    }
}

impl Operations for PutItems {
    fn prepare(&mut self, operations: usize) {
        for _ in 0..operations {
            let number = self.random.below(self.items.count);
            let version = self.versions.entry(number).or_insert(0);
            *version += 1;
            self.prepared.push(put_item::PutItemRequest {
                table_name: TABLE.into(),
                item: self.items.item(number, *version),
                ..Default::default()
            });
        }
    }

    fn run(&mut self, database: &Database) {
        database.put_item(self.prepared.pop().expect("prepared")).expect("PutItem");
    }
}

struct Queries {
    items: Items,
    page: u64,
    random: Random,
    prepared: Vec<(query::QueryRequest, String)>,
}

impl Queries {
    fn new(items: Items, page: u64) -> Self {
        Self { items, page, random: Random::new(0), prepared: Vec::new() }
    }
}

impl Operations for Queries {
    fn prepare(&mut self, operations: usize) {
        let group = self.items.group;
        for _ in 0..operations {
            let partition = self.random.below(self.items.count / group);
            let first = partition * group + self.random.below(group - self.page + 1);
            let values = HashMap::from([
                (":p".into(), AttributeValue::S(self.items.partition_key(first))),
                (":s".into(), AttributeValue::S(self.items.sort_key(first))),
            ]);
            let request = query::QueryRequest {
                table_name: TABLE.into(),
                key_condition_expression: Some("pk = :p AND sk >= :s".into()),
                expression_attribute_values: Some(values),
                scan_index_forward: true,
                limit: Some(self.page as usize),
                ..Default::default()
            };
            self.prepared.push((request, Items::title(first + self.page - 1, 0)));
        }
    }

    fn run(&mut self, database: &Database) {
        let (request, title) = self.prepared.pop().expect("prepared");
        let page = database.query(request).expect("Query").items.expect("items");
        assert!(page.len() as u64 == self.page && title_is(&page[page.len() - 1], &title), "Query gave another page");
    }
}
