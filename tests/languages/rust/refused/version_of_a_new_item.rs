// refused: the method `version` exists for struct `Pending
use shop::*;

pub async fn refused(shop: &Shop, item: OrderInput) {
    let _ = shop.order().create(item).version(1).send().await;
}
