// refused: a batch cannot write items of `shop::Order`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.order().put_many([]).await;
}
