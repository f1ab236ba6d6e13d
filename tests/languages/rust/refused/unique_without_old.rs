// refused: the field `email` is unique, and this write does not know its stored value
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.change_the_email(CustomerKey { customer: "ada".into() }, "a@example.org").version(1).send().await;
}
