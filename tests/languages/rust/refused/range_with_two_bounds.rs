// refused: is not a range of `aws_sdk_dynamodb::primitives::DateTime` that a key condition expresses
use aws_sdk_dynamodb::primitives::DateTime;
use shop::*;

pub async fn refused(shop: &Shop, from: DateTime, to: DateTime) {
    let _ = shop.orders_in_a_status(OrderStatus::Open).range(from..to).all().await;
}
