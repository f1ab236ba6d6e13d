// refused: expected `i64`, found `&str`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).cents("1").version(1).send().await;
}
