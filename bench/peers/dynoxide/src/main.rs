//! bench_dynoxide --workload W --items N --durability memory|os|sync --runs R --seconds S [--dir D], or --list:
//! measures Dynoxide as a library as bench_embedded measures Partita, with one line of JSON for each run.

mod items;
mod workloads;

use dynoxide::Database;
use items::Items;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use workloads::{Operations, WORKLOADS, Workload, load};

const CHUNK: usize = 256;
const SYNCED_CHUNK: usize = 16;
/// One chunk in so many is timed operation by operation. With synced writes all chunks are.
const LATENCY_EVERY: u64 = 8;

struct Measured {
    operations: u64,
    time: Duration,
    latencies: Vec<Duration>,
}

fn measure(database: &Database, operations: &mut dyn Operations, chunk: usize, length: Duration) -> Measured {
    let mut measured = Measured { operations: 0, time: Duration::ZERO, latencies: Vec::new() };
    let mut spent = Duration::ZERO;
    let mut chunks = 0;
    while spent < length {
        operations.prepare(chunk);
        let one_by_one = chunk == SYNCED_CHUNK || chunks % LATENCY_EVERY == 0;
        let start = Instant::now();
        let mut before = start;
        for _ in 0..chunk {
            operations.run(database);
            if one_by_one {
                let now = Instant::now();
                measured.latencies.push(now - before);
                before = now;
            }
        }
        let taken = start.elapsed();
        spent += taken;
        chunks += 1;
        if chunk == SYNCED_CHUNK || !one_by_one {
            measured.operations += chunk as u64;
            measured.time += taken;
        }
    }
    measured.latencies.sort();
    measured
}

fn percentile_us(latencies: &[Duration], share: f64) -> f64 {
    let rank = ((latencies.len() as f64 * share).ceil() as usize).clamp(1, latencies.len());
    latencies[rank - 1].as_secs_f64() * 1e6
}

fn open(durability: &str, directory: &PathBuf) -> Database {
    match durability {
        "memory" => Database::memory().expect("open"),
        _ => Database::new(directory.join("bench.db").to_str().expect("path")).expect("open"),
    }
}

/// After a load, disable_bulk_loading() makes SQLite sync its log only at checkpoints, which is the meaning of "os".
/// For "sync" the database is opened anew, because it then syncs each commit.
fn settle(database: Database, durability: &str, directory: &PathBuf) -> Database {
    database.disable_bulk_loading().expect("settle");
    if durability != "sync" {
        return database;
    }
    drop(database);
    open(durability, directory)
}

fn arguments() -> HashMap<String, String> {
    let mut given = HashMap::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").unwrap_or_else(|| panic!("{word} is no option")).to_string();
        let value = if name == "list" { String::new() } else { words.next().expect("an option needs a value") };
        given.insert(name, value);
    }
    given
}

fn main() {
    let given = arguments();
    if given.contains_key("list") {
        WORKLOADS.iter().for_each(|workload| println!("{}", workload.name));
        return;
    }
    let option = |name: &str, default: &str| given.get(name).cloned().unwrap_or_else(|| default.to_string());
    let name = option("workload", "get_item");
    let workload = WORKLOADS.iter().find(|workload| workload.name == name).expect("there is no such workload");
    let durability = option("durability", "memory");
    let directory = PathBuf::from(option("dir", "")).join(format!("bench-dynoxide-{}", std::process::id()));
    let directory = if directory.is_absolute() { directory } else { std::env::temp_dir().join(directory) };
    std::fs::create_dir_all(&directory).expect("directory");
    let items = Items {
        count: option("items", "100000").parse().expect("items"),
        group: workload.group,
        indexes: workload.indexes,
    };
    let runs = option("runs", "3").parse().expect("runs");
    let seconds = option("seconds", "1").parse().expect("seconds");
    run_workload(workload, items, &durability, &directory, runs, seconds);
    std::fs::remove_dir_all(&directory).expect("directory");
}

fn run_workload(workload: &Workload, items: Items, durability: &str, directory: &PathBuf, runs: u32, seconds: f64) {
    let database = open(durability, directory);
    load(&database, &items);
    let database = settle(database, durability, directory);
    let mut operations = (workload.make)(items);
    let chunk = if durability == "sync" { SYNCED_CHUNK } else { CHUNK };
    measure(&database, &mut *operations, chunk, Duration::from_secs_f64(seconds / 4.0));
    for run in 1..=runs {
        let measured = measure(&database, &mut *operations, chunk, Duration::from_secs_f64(seconds));
        let group = if items.group > 0 { format!(",\"group\":{}", items.group) } else { String::new() };
        println!(
            "{{\"workload\":\"{}\",\"side\":\"dynoxide\",\"how\":\"embedded\",\"items\":{}{group},\"threads\":1,\
             \"durability\":\"{durability}\",\"run\":{run},\"ops_per_s\":{:.6},\"p50_us\":{:.3},\"p99_us\":{:.3},\
             \"p999_us\":{:.3},\"errors\":0}}",
            workload.name,
            items.count,
            measured.operations as f64 / measured.time.as_secs_f64(),
            percentile_us(&measured.latencies, 0.5),
            percentile_us(&measured.latencies, 0.99),
            percentile_us(&measured.latencies, 0.999),
        );
    }
}
