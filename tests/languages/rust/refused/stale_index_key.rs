// refused: this update changes a part of an index key, and does not know `placed`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).status(OrderStatus::Paid).version(1).send().await;
}
