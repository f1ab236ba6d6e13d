// refused: no method named `remove_cents` found
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).remove_cents().version(1).send().await;
}
