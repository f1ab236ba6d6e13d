// refused: `std::ops::RangeFrom<&str>` is not a range of
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_in_a_status(OrderStatus::Open).range("2026-01-05"..).all().await;
}
