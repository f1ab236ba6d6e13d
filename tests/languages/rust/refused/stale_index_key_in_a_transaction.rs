// refused: this update changes a part of an index key, and does not know `status`
use aws_sdk_dynamodb::primitives::DateTime;
use shop::*;

pub async fn refused(shop: &Shop, placed: DateTime) {
    let _ = shop.transact([shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).placed(placed).version(1).into_write()]).await;
}
