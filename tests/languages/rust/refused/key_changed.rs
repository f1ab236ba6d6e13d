// refused: no method named `customer` found
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).customer("bob").version(1).send().await;
}
