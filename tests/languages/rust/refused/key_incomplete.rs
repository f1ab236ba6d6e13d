// refused: missing field `order`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().get(OrderKey { customer: "ada".into() }).send().await;
}
