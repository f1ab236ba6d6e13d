//! Upserts and moves of the package on a server.

use crate::server::{ada, key, named, open_shop, reason};
use shop::runtime::RefusalReason;
use shop::{CartInput, CartWhole};

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[tokio::test]
async fn upserts_and_moves() -> Outcome {
    let shop = open_shop().await?;
    let cart = shop::CartKey {
        session: "0f8fad5b-d9cb-469f-a165-70867728950e".to_owned(),
        sku: "s".to_owned(),
    };
    let whole = |count| CartWhole {
        count,
        until: 4_102_444_800,
    };
    assert_eq!(
        shop.cart()
            .upsert(cart.clone(), whole(1))
            .send()
            .await?
            .count,
        1
    );
    let changed = shop
        .cart()
        .upsert(cart.clone(), whole(2))
        .seen(3)
        .send()
        .await?;
    assert_eq!((changed.count, changed.seen), (2, Some(3)));
    let moved = CartInput {
        sku: "t".to_owned(),
        ..changed
    };
    assert_eq!(
        shop.cart()
            .move_to(cart.clone(), moved.clone())
            .send()
            .await?,
        moved
    );
    assert_eq!(shop.cart().get(cart.clone()).send().await?, None);
    let again = shop.cart().move_to(cart, moved).send().await;
    assert_eq!(reason(again), Some(RefusalReason::ItemMissing));
    shop.sign_up(ada()).send().await?;
    let eva = shop
        .customer()
        .move_to(key("ada"), named("eva"))
        .version(1)
        .send()
        .await?;
    assert_eq!(eva.version, 2);
    assert_eq!(
        reason(shop.sign_up(named("bob")).send().await),
        Some(RefusalReason::UniqueValueTaken)
    );
    Ok(())
}
