// refused: argument #1 of type `std::ops::RangeInclusive<
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_of_some_days().all().await;
}
