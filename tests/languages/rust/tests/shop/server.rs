//! A server for the tests, and shops on it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use aws_sdk_dynamodb::primitives::DateTime;
use shop::runtime::{Error, Options, RefusalReason};
use shop::{CustomerInput, CustomerKey, OrderInput, OrderKey, OrderStatus, Shop};

/// The server of all tests, which ends with its standard input.
struct Server {
    endpoint: String,
    _process: Child,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let partita = std::env::var("PARTITA").expect("PARTITA is the path of the command");
    let script = "\"$0\" serve --memory --port 0 2>&1 & server=$!; cat >/dev/null; kill $server";
    let mut process = Command::new("sh")
        .args(["-c", script, &partita])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a server");
    let output = BufReader::new(process.stdout.take().expect("an output"));
    let endpoint = output.lines().map_while(Result::ok).find_map(|line| {
        let at = line.find("http://127.0.0.1:")?;
        line[at..]
            .split_whitespace()
            .next()
            .map(|url| url.trim_end_matches(['.', ',', '/']).to_owned())
    });
    Server {
        endpoint: endpoint.expect("the URL of the server"),
        _process: process,
    }
});

/// Returns a client of the server.
pub fn client() -> Client {
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("local", "local", None, None, "tests"))
        .endpoint_url(&SERVER.endpoint);
    Client::from_conf(config.build())
}

/// Returns options with tables of their own.
pub fn options() -> Options {
    static TABLES: AtomicUsize = AtomicUsize::new(0);
    let mut options = Options::default();
    options.table_prefix = format!("t{}.", TABLES.fetch_add(1, Ordering::Relaxed));
    options
}

/// Returns a shop with new tables.
pub async fn open_shop() -> Result<Shop, Error> {
    let shop = Shop::with_options(client(), options())?;
    shop.create_tables().await?;
    Ok(shop)
}

/// Returns a customer.
pub fn ada() -> CustomerInput {
    CustomerInput {
        customer: "ada".to_owned(),
        email: "ada@example.org".to_owned(),
        name: "Ada".to_owned(),
        phone: None,
        tags: std::collections::BTreeSet::new(),
        address: None,
        joined: "2026-01-05".to_owned(),
    }
}

fn ulid(number: i64) -> String {
    format!("01ARZ3NDEKTSV4RRFFQ69G5F{number:02}")
}

/// Returns the key of an order of ada.
pub fn order_key(number: i64) -> OrderKey {
    OrderKey {
        customer: "ada".to_owned(),
        order: ulid(number),
    }
}

/// Returns 10 o'clock of a day of January 2026.
pub fn day(number: i64) -> DateTime {
    DateTime::from_secs(1_767_607_200 + number * 86_400)
}

/// Returns an order of ada, with its number of days after the 5th.
pub fn order(number: i64) -> OrderInput {
    let OrderKey { customer, order } = order_key(number);
    OrderInput {
        customer,
        order,
        placed: day(number),
        status: OrderStatus::Open,
        cents: 100 * number,
        weight: None,
        vat: None,
        gift: false,
        note: None,
        lines: None,
    }
}

/// Returns why a write was refused.
pub fn reason<T: std::fmt::Debug>(result: Result<T, Error>) -> Option<RefusalReason> {
    result.expect_err("it is refused").reason()
}

/// Returns the key of a customer.
pub fn key(customer: &str) -> CustomerKey {
    CustomerKey {
        customer: customer.to_owned(),
    }
}

/// Returns a customer with this key.
pub fn named(customer: &str) -> CustomerInput {
    CustomerInput {
        customer: customer.to_owned(),
        ..ada()
    }
}
