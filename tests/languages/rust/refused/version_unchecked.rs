// refused: the entity has a version, which this write does not check
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).note("n").send().await;
}
