// refused: argument #1 of type `OrderStatus` is missing
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_in_a_status().all().await;
}
