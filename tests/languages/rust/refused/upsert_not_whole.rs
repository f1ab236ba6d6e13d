// refused: missing field `until`
use shop::*;

pub async fn refused(shop: &Shop) {
    let _ = shop.cart().upsert(CartKey { session: "s".into(), sku: "x".into() }, CartWhole { count: 1 }).send().await;
}
