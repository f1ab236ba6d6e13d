//! Creates the tables of a model, or checks those that exist.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, IndexStatus, KeySchemaElement, KeyType,
    LocalSecondaryIndex, Projection, ProjectionType, ScalarAttributeType, StreamSpecification,
    StreamViewType, TableDescription, TableStatus, TimeToLiveSpecification, TimeToLiveStatus,
};

use super::costs::{FIRST_DELAY, LONGEST_DELAY};
use super::description::{Index, Model, Projected, ScalarType, Scope, Table};
use super::errors::{Error, model_error};
use super::service_errors::ServiceError;
use super::session::Session;
use super::table_differences::differences;

fn of_build(error: &BuildError) -> Error {
    model_error(error.to_string())
}

/// Returns the elements of a key, the partition key first.
pub(super) fn key_schema(
    partition: &[&str],
    sort: &[&str],
) -> Result<Vec<KeySchemaElement>, Error> {
    let hash = partition.iter().map(|name| (name, KeyType::Hash));
    let all = hash.chain(sort.iter().map(|name| (name, KeyType::Range)));
    let elements = all.map(|(name, key_type)| {
        KeySchemaElement::builder()
            .attribute_name(*name)
            .key_type(key_type)
            .build()
    });
    elements
        .collect::<Result<_, _>>()
        .map_err(|error| of_build(&error))
}

fn projection_of(index: &Index) -> Projection {
    let projection = Projection::builder();
    match index.projection {
        Projected::All => projection.projection_type(ProjectionType::All),
        Projected::KeysOnly => projection.projection_type(ProjectionType::KeysOnly),
        Projected::Include(names) => {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            projection
                .projection_type(ProjectionType::Include)
                .set_non_key_attributes(Some(names))
        }
    }
    .build()
}

fn definition((name, scalar): (&str, ScalarType)) -> Result<AttributeDefinition, Error> {
    let attribute_type = match scalar {
        ScalarType::S => ScalarAttributeType::S,
        ScalarType::N => ScalarAttributeType::N,
        ScalarType::B => ScalarAttributeType::B,
    };
    let built = AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(attribute_type)
        .build();
    built.map_err(|error| of_build(&error))
}

impl Session {
    fn create_request(&self, table: &Table) -> Result<CreateTableFluentBuilder, Error> {
        let definitions = table.attributes.iter().map(|one| definition(*one));
        let mut request = self
            .client
            .create_table()
            .table_name(self.table_name(table))
            .billing_mode(BillingMode::PayPerRequest)
            .set_key_schema(Some(key_schema(&[table.partition], table.sort.as_slice())?))
            .set_attribute_definitions(Some(definitions.collect::<Result<_, _>>()?));
        for index in table.indexes {
            let projection = projection_of(index);
            match index.scope {
                Scope::Global => {
                    let schema = key_schema(index.partition, index.sort)?;
                    let made = GlobalSecondaryIndex::builder()
                        .index_name(index.name)
                        .set_key_schema(Some(schema));
                    let made = made
                        .projection(projection)
                        .build()
                        .map_err(|error| of_build(&error))?;
                    request = request.global_secondary_indexes(made);
                }
                Scope::Local => {
                    let schema = key_schema(&[table.partition], index.sort)?;
                    let made = LocalSecondaryIndex::builder()
                        .index_name(index.name)
                        .set_key_schema(Some(schema));
                    let made = made
                        .projection(projection)
                        .build()
                        .map_err(|error| of_build(&error))?;
                    request = request.local_secondary_indexes(made);
                }
                Scope::Vector => {
                    return Err(model_error(format!(
                        "the table {} has a vector index, which the library cannot create: create it with the command \
                         `partita model`",
                        table.name
                    )));
                }
            }
        }
        if let Some(images) = table.stream {
            let stream = StreamSpecification::builder().stream_enabled(true);
            let stream = stream
                .stream_view_type(StreamViewType::from(images))
                .build();
            request = request.stream_specification(stream.map_err(|error| of_build(&error))?);
        }
        Ok(request)
    }

    /// Returns the description of a table, or `None` if it does not exist.
    async fn find_table(&self, name: &str) -> Result<Option<TableDescription>, Error> {
        match self
            .client
            .describe_table()
            .table_name(name)
            .send()
            .await
            .map_err(ServiceError::of)
        {
            Ok(answer) => Ok(answer.table),
            Err(error) if error.code.as_deref() == Some("ResourceNotFoundException") => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn enable_time_to_live(&self, table: &Table) -> Result<(), Error> {
        let Some(attribute) = table.ttl_attribute else {
            return Ok(());
        };
        let name = self.table_name(table);
        let answer = self
            .client
            .describe_time_to_live()
            .table_name(&name)
            .send()
            .await;
        let answer = answer.map_err(ServiceError::of)?;
        let there = answer.time_to_live_description();
        let is_on = there
            .and_then(|there| there.time_to_live_status())
            .is_some_and(|status| {
                matches!(
                    status,
                    TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling
                )
            });
        if is_on {
            let is = there
                .and_then(|there| there.attribute_name())
                .unwrap_or_default();
            if is != attribute {
                return Err(model_error(format!(
                    "the items of {name} expire by {is} and not by {attribute}"
                )));
            }
            return Ok(());
        }
        let wanted = TimeToLiveSpecification::builder()
            .enabled(true)
            .attribute_name(attribute)
            .build();
        let wanted = wanted.map_err(|error| of_build(&error))?;
        let request = self
            .client
            .update_time_to_live()
            .table_name(name)
            .time_to_live_specification(wanted);
        request.send().await.map_err(ServiceError::of)?;
        Ok(())
    }

    /// Creates a table if it does not exist, and waits until it is ACTIVE.
    async fn create_table(&self, table: &Table) -> Result<(), Error> {
        let name = self.table_name(table);
        let mut there = self.find_table(&name).await?;
        if there.is_none() {
            let made = self
                .create_request(table)?
                .send()
                .await
                .map_err(ServiceError::of);
            // Another program may have created it meanwhile.
            if let Err(error) = made
                && error.code.as_deref() != Some("ResourceInUseException")
            {
                return Err(error.into());
            }
        }
        let mut delay = FIRST_DELAY;
        while !is_active(there.as_ref()) {
            there = self.find_table(&name).await?;
            if !is_active(there.as_ref()) {
                self.wait(delay).await;
            }
            delay = (delay * 2).min(LONGEST_DELAY);
        }
        self.enable_time_to_live(table).await
    }
}

fn is_active(table: Option<&TableDescription>) -> bool {
    let Some(table) = table.filter(|table| table.table_status() == Some(&TableStatus::Active))
    else {
        return false;
    };
    let mut indexes = table.global_secondary_indexes().iter();
    indexes.all(|index| index.index_status() == Some(&IndexStatus::Active))
}

/// Creates the tables that do not exist, with their indexes and time to live, and waits until all are ACTIVE. The error
/// is that of `check_tables` for tables that exist and differ, or one of the SDK.
pub async fn create_tables(session: &Session, model: &'static Model) -> Result<(), Error> {
    for table in model.tables {
        session.create_table(table).await?;
    }
    check_tables(session, model).await
}

/// Checks the tables. The error is [`Error::Model`] that lists the differences of each table from its model, or names a
/// table that does not exist.
pub async fn check_tables(session: &Session, model: &'static Model) -> Result<(), Error> {
    let mut faults = Vec::new();
    for table in model.tables {
        let name = session.table_name(table);
        let found = match session.find_table(&name).await? {
            Some(there) => differences(table, &there),
            None => vec!["it does not exist".to_owned()],
        };
        if !found.is_empty() {
            faults.push(format!(
                "the table {name} is not that of the model: {}",
                found.join("; ")
            ));
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(model_error(faults.join("\n")))
    }
}
