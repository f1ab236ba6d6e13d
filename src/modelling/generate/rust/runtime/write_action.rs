//! One action of a transaction on one item. A single action is sent as a `PutItem`, `UpdateItem` or `DeleteItem`.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    ConditionCheck, Delete, Put, ReturnConsumedCapacity, ReturnValue,
    ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update,
};

use super::attributes::AttributeMap;
use super::description::Table;
use super::errors::{Error, model_error};
use super::session::Session;

/// The purpose of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActionPart {
    /// The item that the request names.
    Item,
    /// The item under its old key, for a move.
    OldItem,
    /// Creates the sentinel of a unique value.
    Claim,
    /// Removes that sentinel.
    Release,
    /// Gives that sentinel another owner.
    Repoint,
    /// Removes the expired owner whose value a claim takes over, or checks that it does not exist.
    Expired,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActionKind {
    Put,
    Update,
    Delete,
    Check,
}

/// A condition with its placeholders. An empty text means that the action is unconditional.
#[derive(Debug, Clone, Default)]
pub(super) struct ConditionTexts {
    pub(super) condition: String,
    pub(super) names: Option<HashMap<String, String>>,
    pub(super) values: Option<AttributeMap>,
}

#[derive(Debug, Clone)]
pub(super) struct WriteAction {
    pub(super) texts: ConditionTexts,
    pub(super) kind: ActionKind,
    pub(super) part: ActionPart,
    /// The update expression.
    pub(super) update: String,
    /// Of a put or update: return the old item. Otherwise an update returns the new one.
    pub(super) returns_old: bool,
    /// Of claims, releases, repoints and expired owners.
    pub(super) unique: Option<&'static [usize]>,
    pub(super) table: &'static Table,
    /// The primary key.
    pub(super) key: AttributeMap,
    /// The whole item, of a put.
    pub(super) item: Option<AttributeMap>,
}

/// Each request asks for the stored item in case its condition fails.
const ON_FAILURE: ReturnValuesOnConditionCheckFailure = ReturnValuesOnConditionCheckFailure::AllOld;

fn given(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl WriteAction {
    /// Returns an action of a table without texts.
    pub(super) fn new(
        kind: ActionKind,
        part: ActionPart,
        table: &'static Table,
        key: AttributeMap,
    ) -> Self {
        Self {
            texts: ConditionTexts::default(),
            kind,
            part,
            update: String::new(),
            returns_old: false,
            unique: None,
            table,
            key,
            item: None,
        }
    }

    /// Returns true if the action is on a sentinel, or on the owner of one.
    pub(super) fn is_of_unique(&self) -> bool {
        self.unique.is_some()
    }

    pub(super) fn put_request(&self, session: &Session) -> PutItemFluentBuilder {
        session
            .writing
            .put_item()
            .table_name(session.table_name(self.table))
            .set_item(self.item.clone())
            .set_condition_expression(given(&self.texts.condition))
            .set_expression_attribute_names(self.texts.names.clone())
            .set_expression_attribute_values(self.texts.values.clone())
            .return_values_on_condition_check_failure(ON_FAILURE)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .set_return_values(self.returns_old.then_some(ReturnValue::AllOld))
    }

    pub(super) fn update_request(&self, session: &Session) -> UpdateItemFluentBuilder {
        let returned = if self.returns_old {
            ReturnValue::AllOld
        } else {
            ReturnValue::AllNew
        };
        session
            .writing
            .update_item()
            .table_name(session.table_name(self.table))
            .set_key(Some(self.key.clone()))
            .set_update_expression(given(&self.update))
            .set_condition_expression(given(&self.texts.condition))
            .set_expression_attribute_names(self.texts.names.clone())
            .set_expression_attribute_values(self.texts.values.clone())
            .return_values_on_condition_check_failure(ON_FAILURE)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .return_values(returned)
    }

    pub(super) fn delete_request(&self, session: &Session) -> DeleteItemFluentBuilder {
        session
            .writing
            .delete_item()
            .table_name(session.table_name(self.table))
            .set_key(Some(self.key.clone()))
            .set_condition_expression(given(&self.texts.condition))
            .set_expression_attribute_names(self.texts.names.clone())
            .set_expression_attribute_values(self.texts.values.clone())
            .return_values_on_condition_check_failure(ON_FAILURE)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .return_values(ReturnValue::AllOld)
    }

    fn put_part(&self, table: String) -> Result<Put, aws_sdk_dynamodb::error::BuildError> {
        Put::builder()
            .table_name(table)
            .set_item(self.item.clone())
            .set_condition_expression(given(&self.texts.condition))
            .set_expression_attribute_names(self.texts.names.clone())
            .set_expression_attribute_values(self.texts.values.clone())
            .return_values_on_condition_check_failure(ON_FAILURE)
            .build()
    }

    fn update_part(&self, table: String) -> Result<Update, aws_sdk_dynamodb::error::BuildError> {
        Update::builder()
            .table_name(table)
            .set_key(Some(self.key.clone()))
            .update_expression(&self.update)
            .set_condition_expression(given(&self.texts.condition))
            .set_expression_attribute_names(self.texts.names.clone())
            .set_expression_attribute_values(self.texts.values.clone())
            .return_values_on_condition_check_failure(ON_FAILURE)
            .build()
    }

    fn delete_part(&self, table: String) -> Result<Delete, aws_sdk_dynamodb::error::BuildError> {
        Delete::builder()
            .table_name(table)
            .set_key(Some(self.key.clone()))
            .set_condition_expression(given(&self.texts.condition))
            .set_expression_attribute_names(self.texts.names.clone())
            .set_expression_attribute_values(self.texts.values.clone())
            .return_values_on_condition_check_failure(ON_FAILURE)
            .build()
    }

    fn check_part(
        &self,
        table: String,
    ) -> Result<ConditionCheck, aws_sdk_dynamodb::error::BuildError> {
        ConditionCheck::builder()
            .table_name(table)
            .set_key(Some(self.key.clone()))
            .condition_expression(&self.texts.condition)
            .set_expression_attribute_names(self.texts.names.clone())
            .set_expression_attribute_values(self.texts.values.clone())
            .return_values_on_condition_check_failure(ON_FAILURE)
            .build()
    }

    /// Returns the action for a transaction. Requires: an update has an update expression or a condition.
    pub(super) fn in_transaction(&self, session: &Session) -> Result<TransactWriteItem, Error> {
        let table = session.table_name(self.table);
        let item = TransactWriteItem::builder();
        let item = match self.kind {
            ActionKind::Put => self.put_part(table).map(|part| item.put(part)),
            ActionKind::Update if !self.update.is_empty() => {
                self.update_part(table).map(|part| item.update(part))
            }
            ActionKind::Delete => self.delete_part(table).map(|part| item.delete(part)),
            // A transaction takes no update without changes.
            ActionKind::Update | ActionKind::Check => self
                .check_part(table)
                .map(|part| item.condition_check(part)),
        };
        match item {
            Ok(item) => Ok(item.build()),
            Err(error) => Err(model_error(error.to_string())),
        }
    }
}
