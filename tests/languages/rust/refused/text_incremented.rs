// refused: no method named `increment_note` found
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().update(OrderKey { customer: "ada".into(), order: "o".into() }).increment_note(1).version(1).send().await;
}
