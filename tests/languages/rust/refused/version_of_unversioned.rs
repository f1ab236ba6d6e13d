// refused: no method named `version` found
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.cart().remove(CartKey { session: "s".into(), sku: "x".into() }).version(1).send().await;
}
