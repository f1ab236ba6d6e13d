//! The rows and values of access patterns that are not those of an entity.

use aws_sdk_dynamodb::primitives::DateTime;

use super::customer::Customer;
use super::description::{SHOP, TABLES};
use super::order::{Order, OrderStatus};
use super::runtime::{Collected, Decoder, Error, FieldOf, Record, Row, UnreadableRow, part_of};

/// The items of Customer with orders.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomerWithOrders {
    pub customer: Customer,
    pub orders: Vec<Order>,
}

/// The items of Customer with orders that were read so far.
#[derive(Debug, Default)]
pub struct CustomerWithOrdersParts {
    customer: Option<Customer>,
    orders: Vec<Order>,
}

impl Collected for CustomerWithOrders {
    type Parts = CustomerWithOrdersParts;
    const SINGLE: &'static [bool] = &[true, false];

    fn add(parts: &mut Self::Parts, position: usize, row: Row) -> Result<(), UnreadableRow> {
        match position {
            0 => parts.customer = Some(part_of(&TABLES[0], row)?),
            _ => parts.orders.push(part_of(&TABLES[0], row)?),
        }
        Ok(())
    }

    fn finish(parts: Self::Parts) -> Option<Self> {
        Some(Self {
            customer: parts.customer?,
            orders: parts.orders,
        })
    }
}

/// A row of Open orders of a customer.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenOrdersOfACustomer {
    /// A ULID.
    pub order: String,
    pub placed: DateTime,
    pub cents: i64,
}

/// The fields that filters of Open orders of a customer may name: those that the index `open_orders` has.
#[derive(Debug)]
pub enum OpenOrdersOfACustomerFields {}

impl OpenOrdersOfACustomerFields {
    pub const STATUS: FieldOf<Self, OrderStatus> = FieldOf::new(&SHOP[1], 3);
    pub const CENTS: FieldOf<Self, i64> = FieldOf::new(&SHOP[1], 4);
}

impl Record for OpenOrdersOfACustomer {
    fn decode(row: &mut Decoder) -> Result<Self, Error> {
        Ok(Self {
            order: row.take(1)?,
            placed: row.take(2)?,
            cents: row.take(4)?,
        })
    }
}
