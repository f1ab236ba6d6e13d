// refused: the database has no order of values of `bool`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_in_a_status(OrderStatus::Open).filter(Order::GIFT.gt(true)).all().await;
}
