//! Upserts and moves of the package on a server, and calls in tasks.

use crate::server::{ada, key, named, open_shop, order, reason};
use shop::runtime::{Error, RefusalReason};
use shop::{CartInput, CartWhole, OrderStatus};

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

#[tokio::test]
async fn tasks_of_several_threads_share_a_shop() -> Outcome {
    let shop = open_shop().await?;
    let writing = shop.clone();
    tokio::spawn(async move {
        writing.sign_up(ada()).send().await?;
        writing.place_an_order(order(1), key("ada")).await?;
        let rename = writing
            .customer()
            .update(key("ada"))
            .name("Ada L.")
            .read_first()
            .into_write();
        writing.transact([rename]).await
    })
    .await??;
    let reading = shop.clone();
    let counted = tokio::spawn(async move {
        let orders = reading
            .orders_in_a_status(OrderStatus::Open)
            .items()
            .next()
            .await
            .transpose()?;
        let whole = reading.customer_with_orders("ada").load().await?;
        let count = reading
            .orders_in_a_status(OrderStatus::Open)
            .count()
            .await?;
        let many = reading.customer().get_many([key("ada")]).await?;
        Ok::<_, Error>((orders.is_some(), whole.is_some(), count, many.len()))
    });
    assert_eq!(counted.await??, (true, true, 1, 1));
    Ok(())
}
