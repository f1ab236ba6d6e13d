// refused: argument #2 of type `CustomerKey` is missing
use shop::*;

pub async fn refused(shop: &Shop, order: OrderInput) {
    let _ = shop.place_an_order(order).await;
}
