// refused: no method named `increment` found
use shop::*;
use shop::runtime::MemberChange;

pub async fn refused(shop: &Shop) {
    let change = MemberChange::set(7).increment(1);
    let _ = shop.customer().update(CustomerKey { customer: "ada".into() }).address_at(["n"], change).version(1).send().await;
}
