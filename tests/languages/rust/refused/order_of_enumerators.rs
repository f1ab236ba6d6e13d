// refused: the database has no order of values of `shop::OrderStatus`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_in_a_status(OrderStatus::Open).filter(Order::STATUS.lt(OrderStatus::Paid)).all().await;
}
