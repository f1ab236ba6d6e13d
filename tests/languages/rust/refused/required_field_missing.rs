// refused: missing field `gift`
use aws_sdk_dynamodb::primitives::DateTime;
use shop::*;

pub async fn refused(shop: &Shop, placed: DateTime) {
    let _ = shop.order().create(OrderInput { customer: "ada".into(), order: "o".into(), placed, status: OrderStatus::Open, cents: 1, weight: None, vat: None, note: None, lines: None }).send().await;
}
