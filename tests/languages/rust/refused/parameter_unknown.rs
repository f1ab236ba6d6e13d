// refused: unexpected argument #2 of type
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_in_a_status(OrderStatus::Open, "ada").all().await;
}
