//! Writes of the package on a server, as a program would make them.

use std::collections::BTreeSet;

use crate::server::{ada, day, key, named, open_shop, order, order_key, reason};
use shop::runtime::{Document, DocumentMap, Error, MemberChange, RefusalReason};
use shop::{CartInput, CustomerInput, Order, OrderStatus};

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[tokio::test]
async fn values_of_each_kind_come_back_as_they_were() -> Outcome {
    let shop = open_shop().await?;
    let mut customer = named("a#\u{0}\u{1F600}");
    customer.tags = BTreeSet::from(["x".to_owned(), "y".to_owned()]);
    let lines = vec![
        Document::from(1),
        Document::Null,
        Document::from(true),
        Document::Bytes(vec![1, 2]),
    ];
    let exact = Document::Number("12345678901234567890.12345678".parse()?);
    customer.address = Some(DocumentMap::from([
        ("city".to_owned(), Document::from("Bonn")),
        ("exact".to_owned(), exact),
        ("lines".to_owned(), Document::from(lines)),
    ]));
    let created = shop.customer().create(customer.clone()).send().await?;
    assert_eq!(
        (created.version, &created.tags, &created.address),
        (1, &customer.tags, &customer.address)
    );
    assert_eq!(
        shop.customer()
            .get(created.key())
            .consistent()
            .send()
            .await?,
        Some(created)
    );
    let mut one = order(1);
    one.vat = Some("12345678901234567890.12345678".parse()?);
    one.weight = Some(0.1);
    one.lines = Some(vec![Document::from("s")]);
    let placed = shop.order().create(one.clone()).send().await?;
    assert_eq!(
        (placed.vat, placed.weight, &placed.lines),
        (one.vat, one.weight, &one.lines)
    );
    let cart = CartInput {
        session: "0f8fad5b-d9cb-469f-a165-70867728950e".to_owned(),
        customer: None,
        sku: "s".to_owned(),
        count: 1,
        photo: Some(vec![0, 255]),
        seen: Some(u64::MAX),
        until: 4_102_444_800,
    };
    assert_eq!(shop.cart().put(cart.clone()).send().await?, cart);
    assert_eq!(shop.cart().get(cart.key()).send().await?, Some(cart));
    Ok(())
}

#[tokio::test]
async fn updates_write_the_keys_of_indexes() -> Outcome {
    let shop = open_shop().await?;
    shop.order().create(order(1)).send().await?;
    let paid = shop
        .pay_an_order(order_key(1), OrderStatus::Paid)
        .given_placed(day(1))
        .version(1);
    assert_eq!(paid.send().await?.version, 2);
    assert_eq!(shop.orders_in_a_status(OrderStatus::Paid).count().await?, 1);
    assert_eq!(shop.orders_in_a_status(OrderStatus::Open).count().await?, 0);
    let update = || shop.order().update(order_key(1));
    assert_eq!(
        reason(update().note("n").version(1).send().await),
        Some(RefusalReason::VersionConflict)
    );
    let other = update()
        .status(OrderStatus::Sent)
        .given_placed(day(2))
        .any_version();
    assert_eq!(
        reason(other.send().await),
        Some(RefusalReason::ConditionFailed)
    );
    assert_eq!(
        shop.send_an_order(order_key(1), OrderStatus::Sent)
            .send()
            .await?
            .status,
        OrderStatus::Sent
    );
    let both = update()
        .placed(day(3))
        .status(OrderStatus::Open)
        .any_version()
        .send()
        .await?;
    assert_eq!((both.placed, both.status), (day(3), OrderStatus::Open));
    Ok(())
}

#[tokio::test]
async fn updates_have_all_kinds_of_changes() -> Outcome {
    let shop = open_shop().await?;
    shop.order().create(order(1)).send().await?;
    let update = || shop.order().update(order_key(1)).any_version();
    let changed = update()
        .note_if_absent("n")
        .increment_cents(5)
        .weight(2.5)
        .append_lines(vec![1.into()]);
    let changed = changed.condition(Order::GIFT.eq(false)).send().await?;
    assert_eq!(
        (changed.note.as_deref(), changed.cents, changed.weight),
        (Some("n"), 105, Some(2.5))
    );
    assert_eq!(changed.lines, Some(vec![Document::from(1)]));
    let refused = update()
        .gift(true)
        .condition(Order::CENTS.lt(0))
        .send()
        .await;
    assert_eq!(reason(refused), Some(RefusalReason::ConditionFailed));
    assert_eq!(update().remove_note().send().await?.note, None);
    let absent = shop
        .order()
        .update(order_key(9))
        .gift(true)
        .any_version()
        .send()
        .await;
    assert_eq!(reason(absent), Some(RefusalReason::ItemMissing));
    let overflow = update().increment_cents(i64::MAX).send().await;
    assert_eq!(reason(overflow), Some(RefusalReason::ConditionFailed));
    let remove = || shop.order().remove(order_key(1)).any_version();
    assert_eq!(remove().send().await?.map(|order| order.cents), Some(105));
    assert_eq!(remove().send().await?, None);
    assert_eq!(
        reason(remove().must_exist().send().await),
        Some(RefusalReason::ItemMissing)
    );
    Ok(())
}

#[tokio::test]
async fn documents_and_sets_change_in_part() -> Outcome {
    let shop = open_shop().await?;
    let mut customer = ada();
    customer.address = Some(DocumentMap::from([
        ("city".to_owned(), Document::from("Bonn")),
        ("n".to_owned(), Document::from(1)),
    ]));
    shop.sign_up(customer).send().await?;
    let update = || shop.customer().update(key("ada")).any_version();
    let changed = update()
        .address_at(["n"], MemberChange::increment(4))
        .address_at(["city"], MemberChange::remove())
        .add_to_tags(["x".to_owned(), "y".to_owned()]);
    let changed = changed.send().await?;
    assert_eq!(
        changed.address,
        Some(DocumentMap::from([("n".to_owned(), Document::from(5))]))
    );
    assert_eq!(changed.tags.len(), 2);
    let condition = shop::Customer::TAGS
        .size()
        .eq(2)
        .and(shop::Customer::ADDRESS.at(["n"]).eq(5));
    let fewer = update()
        .delete_from_tags(["x".to_owned()])
        .condition(condition)
        .send()
        .await?;
    assert_eq!(fewer.tags, BTreeSet::from(["y".to_owned()]));
    Ok(())
}

#[tokio::test]
async fn unique_values_are_kept() -> Outcome {
    let shop = open_shop().await?;
    shop.sign_up(ada()).send().await?;
    let Err(Error::Refused(taken)) = shop.sign_up(named("bob")).send().await else {
        return Err("it is refused".into());
    };
    assert_eq!(
        (taken.reason, taken.fields),
        (RefusalReason::UniqueValueTaken, vec!["email"])
    );
    let other = CustomerInput {
        email: "other@example.org".to_owned(),
        ..ada()
    };
    assert_eq!(
        reason(shop.sign_up(other).send().await),
        Some(RefusalReason::ItemExists)
    );
    let change = shop
        .change_the_email(key("ada"), "ada@example.com")
        .given_email("ada@example.org")
        .version(1);
    assert_eq!(change.send().await?.email, "ada@example.com");
    shop.sign_up(named("bob")).send().await?;
    let put = CustomerInput {
        email: "ada@example.net".to_owned(),
        ..ada()
    };
    assert_eq!(
        shop.customer().put(put).read_first().send().await?.version,
        3
    );
    let removed = shop
        .customer()
        .remove(key("ada"))
        .read_first()
        .send()
        .await?;
    assert_eq!(
        removed.map(|customer| customer.email).as_deref(),
        Some("ada@example.net")
    );
    Ok(())
}

#[tokio::test]
async fn transactions_are_whole() -> Outcome {
    let shop = open_shop().await?;
    shop.sign_up(ada()).send().await?;
    shop.place_an_order(order(1), key("ada")).await?;
    let missing = shop
        .place_an_order(order(2), key("eve"))
        .await
        .expect_err("it is refused");
    assert_eq!(
        (missing.reason(), missing.position()),
        (Some(RefusalReason::ItemMissing), Some(1))
    );
    assert_eq!(shop.order_by_its_key(order_key(2)).send().await?, None);
    let create = shop.order().create(order(3)).into_write();
    let rename = shop
        .customer()
        .update(key("ada"))
        .name("Ada L.")
        .version(1)
        .into_write();
    shop.transact([create, rename]).await?;
    let renamed = shop.customer().get(key("ada")).send().await?;
    assert_eq!(
        renamed.map(|customer| (customer.name, customer.version)),
        Some(("Ada L.".to_owned(), 2))
    );
    Ok(())
}

#[tokio::test]
async fn wrong_values_are_refused_before_a_request() -> Outcome {
    let shop = open_shop().await?;
    let mut one = order(1);
    one.order = "no ULID".to_owned();
    let error = shop
        .order()
        .create(one)
        .send()
        .await
        .expect_err("it is refused");
    assert!(error.to_string().contains("must be a ULID"), "{error}");
    let wrong = |joined: &str, customer: &str| CustomerInput {
        joined: joined.to_owned(),
        ..named(customer)
    };
    for input in [wrong("2026-02-30", "ada"), wrong("2026-01-05", "")] {
        assert!(matches!(
            shop.customer().create(input).send().await,
            Err(Error::Model(_))
        ));
    }
    let empty = shop.order().update(order_key(1)).any_version().send().await;
    assert!(matches!(empty, Err(Error::Model(_))));
    let none = shop
        .orders_in_a_status(OrderStatus::Open)
        .take(0)
        .all()
        .await;
    assert!(matches!(none, Err(Error::Model(_))));
    Ok(())
}
