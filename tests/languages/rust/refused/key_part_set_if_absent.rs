// refused: this update changes a part of an index key, and does not know `placed`
use aws_sdk_dynamodb::primitives::DateTime;
use shop::*;

pub async fn refused(shop: &Shop, placed: DateTime) {
    let _ = shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).placed_if_absent(placed).given_status(OrderStatus::Open).version(1).send().await;
}
