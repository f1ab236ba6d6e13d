//! The shop of the tests of generated packages. It has a field of each kind.
//!
//! The pattern All orders ever is left out: it scans the table.

mod cart;
mod customer;
mod description;
mod order;
mod patterns;
#[path = "../../../../src/modelling/generate/rust/runtime/mod.rs"]
pub mod runtime;

use std::ops::RangeInclusive;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::primitives::DateTime;

pub use cart::{Cart, CartInput, CartKey, CartWhole};
pub use customer::{Customer, CustomerInput, CustomerKey, KnowsStoredEmail};
pub use order::{KnowsPlaced, KnowsStatus, Order, OrderInput, OrderKey, OrderStatus};
pub use patterns::{
    CustomerWithOrders, CustomerWithOrdersParts, OpenOrdersOfACustomer, OpenOrdersOfACustomerFields,
};

use description::MODEL;
use runtime::proof::kinds::{Creating, Removing, Updating};
use runtime::proof::{Given, No, Set, Untouched, Yes};
use runtime::{
    AttributeMap, Collection, Cost, Entity, EntityClient, Error, Get, Options, Pending, Query,
    Session, Write, check_tables, create_tables, decode_change, parse_change, send_all,
};

/// A change of an item: `before` is absent of a new item, and `after` of a removed one.
#[derive(Debug, Clone, PartialEq)]
pub enum ShopChange {
    Customer {
        before: Option<Customer>,
        after: Option<Customer>,
    },
    Order {
        before: Option<Order>,
        after: Option<Order>,
    },
    Cart {
        before: Option<Cart>,
        after: Option<Cart>,
    },
}

/// The facts of Send an order, which reads the item first.
pub type SendAnOrder = (Given<Untouched>, Given<Set<Untouched>>, Yes);

/// The shop of the tests of generated packages. A clone is cheap.
#[derive(Debug, Clone)]
pub struct Shop {
    session: Session,
}

impl Shop {
    /// Returns the client with the default options.
    pub fn new(client: Client) -> Result<Self, Error> {
        Self::with_options(client, Options::default())
    }

    /// Returns the client. The error is of an empty key of page tokens.
    pub fn with_options(client: Client, options: Options) -> Result<Self, Error> {
        let session = Session::new(client, options)?;
        Ok(Self { session })
    }

    /// Returns the operations on CUSTOMER.
    #[must_use]
    pub fn customer(&self) -> EntityClient<'_, Customer> {
        EntityClient::new(&self.session)
    }

    /// Returns the operations on ORDER.
    #[must_use]
    pub fn order(&self) -> EntityClient<'_, Order> {
        EntityClient::new(&self.session)
    }

    /// Returns the operations on CART.
    #[must_use]
    pub fn cart(&self) -> EntityClient<'_, Cart> {
        EntityClient::new(&self.session)
    }

    /// Creates the tables that do not exist. The error is of one that differs from the model.
    pub async fn create_tables(&self) -> Result<(), Error> {
        create_tables(&self.session, &MODEL).await
    }

    /// Checks that the tables are those of the model.
    pub async fn check_tables(&self) -> Result<(), Error> {
        check_tables(&self.session, &MODEL).await
    }

    /// Carries out all writes together, or not one of them: at most 100, with those of the sentinels of unique fields. A
    /// refusal has the position of the write.
    pub async fn transact(&self, writes: impl IntoIterator<Item = Write>) -> Result<Cost, Error> {
        send_all(&self.session, writes).await
    }

    /// Returns the change that a record of a stream says, or `None` if its item belongs to no entity.
    pub fn parse_change(
        &self,
        old_image: Option<&AttributeMap>,
        new_image: Option<&AttributeMap>,
    ) -> Result<Option<ShopChange>, Error> {
        let Some(change) = parse_change(&MODEL, old_image, new_image) else {
            return Ok(None);
        };
        let (entity, before, after) = (change.entity, change.before, change.after);
        let change = if std::ptr::eq(entity, Customer::info()) {
            ShopChange::Customer {
                before: before.map(decode_change).transpose()?,
                after: after.map(decode_change).transpose()?,
            }
        } else if std::ptr::eq(entity, Order::info()) {
            ShopChange::Order {
                before: before.map(decode_change).transpose()?,
                after: after.map(decode_change).transpose()?,
            }
        } else {
            ShopChange::Cart {
                before: before.map(decode_change).transpose()?,
                after: after.map(decode_change).transpose()?,
            }
        };
        Ok(Some(change))
    }

    /// Order by its key.
    ///
    /// `GetItem` of the table shop: PK = "C#{customer}" AND SK = "PROFILE#ORDER#{order}".
    ///
    /// About 0.5 read units a call (`GetItem`, 669 bytes).
    pub fn order_by_its_key(&self, key: OrderKey) -> Get<'_, Order> {
        self.order().get(key)
    }

    /// Customer with orders.
    ///
    /// Query of the table shop: PK = "C#{customer}" AND SK BETWEEN "PROFILE" AND "PROFILE$".
    pub fn customer_with_orders(
        &self,
        customer: impl Into<String>,
    ) -> Collection<'_, CustomerWithOrders> {
        Collection::new(&self.session, &MODEL, 1, |by| by.put(0, customer.into()))
    }

    /// Orders in a status.
    ///
    /// Query of the index `by_status`: GSI1PK = "S#{status}" AND GSI1SK in a range of {placed}.
    pub fn orders_in_a_status(&self, status: OrderStatus) -> Query<'_, Order, Order, DateTime> {
        Query::new(&self.session, &MODEL, 2, |by| by.put(3, status))
    }

    /// Orders of some days.
    ///
    /// Query of the index `by_day`: GSI2PK = "D#{placed:day}" for each in a range of {placed} AND GSI2SK in a range of
    /// {placed}.
    pub fn orders_of_some_days(&self, placed: RangeInclusive<DateTime>) -> Query<'_, Order> {
        let query: Query<'_, Order, Order, DateTime> =
            Query::new(&self.session, &MODEL, 3, |_| Ok(()));
        query.range(placed).without_range()
    }

    /// Open orders of a customer.
    ///
    /// Query of the index `open_orders`: GSI3PK = "OPEN#{customer}" AND GSI3SK in a range of {placed}.
    pub fn open_orders_of_a_customer(
        &self,
        customer: impl Into<String>,
    ) -> Query<'_, OpenOrdersOfACustomer, OpenOrdersOfACustomerFields, DateTime> {
        Query::new(&self.session, &MODEL, 4, |by| by.put(0, customer.into()))
    }

    /// Orders that wait for payment.
    ///
    /// Query of the index `by_status`: GSI1PK = "S#OPEN" AND GSI1SK in a range of {placed}.
    pub fn orders_that_wait_for_payment(&self) -> Query<'_, Order, Order, DateTime> {
        Query::new(&self.session, &MODEL, 5, |by| by.put(3, OrderStatus::Open))
    }

    /// The cart of a session.
    ///
    /// Query of the table shop: PK = "CART#{session}".
    pub fn the_cart_of_a_session(&self, session: impl Into<String>) -> Query<'_, Cart> {
        Query::new(&self.session, &MODEL, 6, |by| by.put(0, session.into()))
    }

    /// Several carts.
    ///
    /// Reads by the primary key.
    pub async fn several_carts(
        &self,
        keys: impl IntoIterator<Item = CartKey>,
    ) -> Result<Vec<Option<Cart>>, Error> {
        self.cart().get_many(keys).await
    }

    /// Sign up.
    ///
    /// About 4 write units a call (`TransactWriteItems`, 2 items (1 sentinel), 692 bytes).
    pub fn sign_up(&self, item: CustomerInput) -> Pending<'_, Customer, Creating, (Untouched, No)> {
        self.customer().create(item)
    }

    /// Change the email.
    ///
    /// About 6 write units a call (`TransactWriteItems`, 3 items (2 sentinels), 692 bytes).
    pub fn change_the_email(
        &self,
        key: CustomerKey,
        email: impl Into<String>,
    ) -> Pending<'_, Customer, Updating, (Set<Untouched>, No)> {
        self.customer().update(key).email(email)
    }

    /// Pay an order.
    ///
    /// About 4.667 write units a call (`UpdateItem`, 669 bytes).
    pub fn pay_an_order(
        &self,
        key: OrderKey,
        status: OrderStatus,
    ) -> Pending<'_, Order, Updating, (Untouched, Set<Untouched>, No)> {
        self.order().update(key).status(status)
    }

    /// Send an order.
    ///
    /// About 1 read unit and 4.667 write units a call (`GetItem`, then `UpdateItem`, 669 bytes).
    pub fn send_an_order(
        &self,
        key: OrderKey,
        status: OrderStatus,
    ) -> Pending<'_, Order, Updating, SendAnOrder> {
        self.order().update(key).status(status).read_first()
    }

    /// Place an order.
    ///
    /// About 6.333 write units a call (`TransactWriteItems`, 2 items).
    pub async fn place_an_order(
        &self,
        order: OrderInput,
        customer: CustomerKey,
    ) -> Result<Cost, Error> {
        let create = self.order().create(order).into_write();
        let check = self.customer().check(customer).into_write();
        self.transact([create, check]).await
    }

    /// Fill a cart.
    ///
    /// About 1 write unit a call (`BatchWriteItem`, 232 bytes).
    pub async fn fill_a_cart(
        &self,
        items: impl IntoIterator<Item = CartInput>,
    ) -> Result<Cost, Error> {
        self.cart().put_many(items).await
    }

    /// Empty a cart.
    ///
    /// About 1 write unit a call (`DeleteItem`, 232 bytes).
    pub fn empty_a_cart(&self, key: CartKey) -> Pending<'_, Cart, Removing, ()> {
        self.cart().remove(key)
    }
}
