// refused: no variant or associated item named `Lost` found
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_in_a_status(OrderStatus::Lost).all().await;
}
