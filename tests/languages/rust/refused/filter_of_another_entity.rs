// refused: expected `Condition<Order>`, found `Condition<Customer>`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.orders_in_a_status(OrderStatus::Open).filter(Customer::NAME.eq("Ada")).all().await;
}
