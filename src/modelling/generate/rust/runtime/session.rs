//! The connection to the tables, with the settings of all calls.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::Client;

use super::attributes::{AttributeMap, AttributeValue};
use super::description::Table;
use super::errors::{Error, model_error};
use super::service_errors::EndAtLostAnswer;
use super::sha256::sha256;

/// Returns the value of a computed field, or `None` for an absent one. It takes the attribute values of the item by
/// attribute names. Its error is a text for people.
pub type ComputedFunction =
    Arc<dyn Fn(&AttributeMap) -> Result<Option<AttributeValue>, String> + Send + Sync>;

/// Functions of computed fields, by "ENTITY.field".
pub type ComputedFunctions = HashMap<String, ComputedFunction>;

/// Returns a text that no other call gives.
pub type IdFunction = Arc<dyn Fn() -> String + Send + Sync>;

/// The settings of a session. The default ones are usable.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// In front of each table's name.
    pub table_prefix: String,
    /// By the model's name, in the place of prefix and name.
    pub table_names: HashMap<String, String>,
    /// Tokens of pages are signed with the first key, and accepted with any. Without keys the session makes one, and
    /// its tokens are valid in this session only.
    pub page_token_keys: Vec<Vec<u8>>,
    /// Of a request whose items stay unprocessed, and of a write that reads first. `None` for 10.
    pub attempts: Option<usize>,
    /// The clock. `None` for that of the system.
    pub now: Option<Arc<dyn Fn() -> SystemTime + Send + Sync>>,
    /// The text that each write of a versioned item stores beside the version. `None` for a random one.
    pub write_id: Option<IdFunction>,
    /// The `ClientRequestToken` of a transaction. `None` for a random one.
    pub request_token: Option<IdFunction>,
    pub computed: ComputedFunctions,
}

impl fmt::Debug for Options {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Options")
            .field("table_prefix", &self.table_prefix)
            .field("table_names", &self.table_names)
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
}

/// A client with its settings. Tasks may share it, and a clone is cheap.
#[derive(Debug, Clone)]
pub struct Session {
    pub(super) client: Client,
    /// The same client, except that a write whose answer was lost is not sent again.
    pub(super) writing: Client,
    settings: Arc<Settings>,
}

#[derive(Debug)]
struct Settings {
    options: Options,
    keys: Vec<Vec<u8>>,
    attempts: usize,
}

impl Session {
    /// Returns a session. The error is of an empty key of page tokens.
    pub fn new(client: Client, options: Options) -> Result<Self, Error> {
        let mut keys = options.page_token_keys.clone();
        if keys.iter().any(Vec::is_empty) {
            return Err(model_error(
                "a key of page tokens is empty, so everybody could make such tokens",
            ));
        }
        if keys.is_empty() {
            keys.push(random_key());
        }
        let config = client
            .config()
            .to_builder()
            .retry_classifier(EndAtLostAnswer)
            .build();
        let attempts = options.attempts.unwrap_or(10);
        Ok(Self {
            client,
            writing: Client::from_conf(config),
            settings: Arc::new(Settings {
                options,
                keys,
                attempts,
            }),
        })
    }

    pub(super) fn table_name(&self, table: &Table) -> String {
        let options = &self.settings.options;
        match options.table_names.get(table.name) {
            Some(name) => name.clone(),
            None => [options.table_prefix.as_str(), table.name].concat(),
        }
    }

    pub(super) fn page_token_keys(&self) -> &[Vec<u8>] {
        &self.settings.keys
    }

    pub(super) fn attempts(&self) -> usize {
        self.settings.attempts
    }

    pub(super) fn computed(&self) -> &ComputedFunctions {
        &self.settings.options.computed
    }

    /// Returns the milliseconds since 1970.
    pub(super) fn now_millis(&self) -> i64 {
        let now = self
            .settings
            .options
            .now
            .as_ref()
            .map_or_else(SystemTime::now, |now| now());
        match now.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
            Err(before) => {
                i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |millis| -millis)
            }
        }
    }

    pub(super) fn now_seconds(&self) -> i64 {
        self.now_millis().div_euclid(1000)
    }

    pub(super) fn write_id(&self) -> String {
        self.settings
            .options
            .write_id
            .as_ref()
            .map_or_else(random_id, |id| id())
    }

    pub(super) fn request_token(&self) -> String {
        self.settings
            .options
            .request_token
            .as_ref()
            .map_or_else(random_id, |id| id())
    }
}

/// Returns random bits. The standard library takes the keys of its hashes from the operating system.
pub(super) fn random_bits() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn random_key() -> Vec<u8> {
    let bits: Vec<u8> = (0..8).flat_map(|_| random_bits().to_be_bytes()).collect();
    sha256(&bits).to_vec()
}

/// A random UUID.
fn random_id() -> String {
    let bits = u128::from(random_bits()) << 64 | u128::from(random_bits());
    let versioned = bits & !(0xf000_u128 << 64) | 0x4000_u128 << 64;
    let id = versioned & !(0xc_u128 << 60) | 0x8_u128 << 60;
    let text = format!("{id:032x}");
    [
        &text[..8],
        &text[8..12],
        &text[12..16],
        &text[16..20],
        &text[20..],
    ]
    .join("-")
}
