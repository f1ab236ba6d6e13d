// refused: the field `email` is unique, and this write does not know its stored value
use shop::*;

pub async fn refused(shop: &Shop, item: CustomerInput) {
    let _ = shop.customer().put(item).version(1).send().await;
}
