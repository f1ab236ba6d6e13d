// refused: no method named `all_orders_ever` found
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.all_orders_ever().await;
}
