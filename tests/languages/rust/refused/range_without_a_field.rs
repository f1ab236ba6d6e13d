// refused: is not a range of `NoRange`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.the_cart_of_a_session("s").range("a".to_owned()..).all().await;
}
