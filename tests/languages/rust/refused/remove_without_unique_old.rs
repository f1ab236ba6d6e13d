// refused: the field `email` is unique, and this write does not know its stored value
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.customer().remove(CustomerKey { customer: "ada".into() }).version(1).send().await;
}
