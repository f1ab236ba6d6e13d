// refused: no field `gift` on type `OpenOrdersOfACustomer`
use shop::*;

pub async fn refused(shop: &Shop) -> Option<bool> {
    let first = shop.open_orders_of_a_customer("ada").first().await;
    first.ok().flatten().map(|row| row.gift)
}
