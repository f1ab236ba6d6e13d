// refused: named `GIFT` found
use shop::*;

pub async fn refused(shop: &Shop) {
    let filter = OpenOrdersOfACustomerFields::GIFT.eq(true);
    let _ = shop.open_orders_of_a_customer("ada").filter(filter).all().await;
}
