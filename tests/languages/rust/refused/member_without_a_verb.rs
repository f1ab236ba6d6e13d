// refused: argument #2 of type `MemberChange` is missing
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.customer().update(CustomerKey { customer: "ada".into() }).address_at(["city"]).version(1).send().await;
}
