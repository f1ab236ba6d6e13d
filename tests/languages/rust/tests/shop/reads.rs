//! Reads of the package on a server, as a program would make them.

use crate::server::{ada, client, day, open_shop, options, order, order_key};
use aws_sdk_dynamodb::types::AttributeValue;
use shop::runtime::{Above, Error, Only};
use shop::{
    CartInput, OpenOrdersOfACustomer, OpenOrdersOfACustomerFields, Order, OrderStatus, Shop,
    ShopChange,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

async fn shop_with_orders() -> Result<Shop, Error> {
    let shop = open_shop().await?;
    shop.sign_up(ada()).send().await?;
    for number in 1..=7 {
        let mut one = order(number);
        if number > 5 {
            one.status = OrderStatus::Paid;
        }
        shop.order().create(one).send().await?;
    }
    Ok(shop)
}

fn cents(orders: &[Order]) -> Vec<i64> {
    orders.iter().map(|order| order.cents).collect()
}

#[tokio::test]
async fn patterns_give_items_in_order() -> Outcome {
    let shop = shop_with_orders().await?;
    let open = || shop.orders_in_a_status(OrderStatus::Open);
    assert_eq!(cents(&open().all().await?), [500, 400, 300, 200, 100]);
    assert_eq!(
        cents(&open().range(day(4)..).reverse().all().await?),
        [400, 500]
    );
    assert_eq!(cents(&open().range(..day(2)).all().await?), [100]);
    assert_eq!(cents(&open().range(..=day(2)).all().await?), [200, 100]);
    assert_eq!(cents(&open().range(Above(day(4))).all().await?), [500]);
    assert_eq!(cents(&open().range(Only(day(4))).all().await?), [400]);
    let paid = shop.orders_in_a_status(OrderStatus::Paid).first().await?;
    assert_eq!(paid.map(|order| order.cents), Some(700));
    assert_eq!(shop.orders_that_wait_for_payment().all().await?.len(), 5);
    let days = shop.orders_of_some_days(day(2)..=day(4)).all().await?;
    assert_eq!(cents(&days), [200, 300, 400]);
    Ok(())
}

#[tokio::test]
async fn pages_and_items_follow_each_other() -> Outcome {
    let shop = shop_with_orders().await?;
    let open = || shop.orders_in_a_status(OrderStatus::Open);
    let page = open().take(2).page().await?;
    assert_eq!(cents(&page.items), [500, 400]);
    let token = page.token.ok_or("a token")?;
    assert_eq!(
        cents(&open().take(2).after(&token).page().await?.items),
        [300, 200]
    );
    let foreign = shop
        .orders_in_a_status(OrderStatus::Paid)
        .take(2)
        .after(&token)
        .page()
        .await;
    assert!(matches!(foreign, Err(Error::Model(_))));
    let (mut pages, mut counts) = (open().take(2).pages(), Vec::new());
    while let Some(page) = pages.next().await {
        counts.push(page?.items.len());
    }
    assert_eq!(counts, [2, 2, 1]);
    let (mut items, mut seen) = (open().reverse().items(), Vec::new());
    while let Some(item) = items.next().await {
        seen.push(item?.cents);
    }
    assert_eq!(seen, [100, 200, 300, 400, 500]);
    let mut limited = open().take(3).items();
    let mut count = 0;
    while let Some(item) = limited.next().await {
        item?;
        count += 1;
    }
    assert_eq!(count, 3);
    Ok(())
}

#[tokio::test]
async fn filters_drop_items() -> Outcome {
    let shop = shop_with_orders().await?;
    let open = || shop.orders_in_a_status(OrderStatus::Open);
    let filter = Order::CENTS.gt(200).and(Order::NOTE.not_exists());
    assert_eq!(open().filter(filter).count().await?, 3);
    assert_eq!(open().filter(!Order::CENTS.gt(200)).count().await?, 2);
    let rows = shop.open_orders_of_a_customer("ada");
    let rows = rows
        .filter(OpenOrdersOfACustomerFields::CENTS.is_in([100, 300]))
        .all()
        .await?;
    let row = |number| OpenOrdersOfACustomer {
        order: order_key(number).order,
        placed: day(number),
        cents: 100 * number,
    };
    assert_eq!(rows, [row(3), row(1)]);
    Ok(())
}

#[tokio::test]
async fn items_and_collections_are_found_by_key() -> Outcome {
    let shop = shop_with_orders().await?;
    let found = shop
        .order_by_its_key(order_key(3))
        .consistent()
        .send()
        .await?;
    assert_eq!(found.map(|order| order.cents), Some(300));
    assert_eq!(shop.order().get(order_key(99)).send().await?, None);
    let whole = shop
        .customer_with_orders("ada")
        .load()
        .await?
        .ok_or("a customer")?;
    assert_eq!(
        (whole.customer.name.as_str(), whole.orders.len()),
        ("Ada", 7)
    );
    assert_eq!(shop.customer_with_orders("bob").load().await?, None);
    let page = shop.customer_with_orders("ada").take(3).page().await?;
    assert_eq!(page.value.map(|whole| whole.orders.len()), Some(3));
    let rest = shop
        .customer_with_orders("ada")
        .take(9)
        .after(page.token.ok_or("a token")?)
        .page()
        .await?;
    assert_eq!(rest.value.map(|whole| whole.orders.len()), Some(4));
    let mut pages = shop.customer_with_orders("ada").take(3).pages();
    let mut counts = Vec::new();
    while let Some(page) = pages.next().await {
        counts.push(page?.value.map_or(0, |whole| whole.orders.len()));
    }
    assert_eq!(counts, [3, 3, 1]);
    let keys = [order_key(1), order_key(99), order_key(2)];
    let many = shop.order().get_many(keys.clone()).await?;
    let counts: Vec<_> = many
        .iter()
        .map(|order| order.as_ref().map(|order| order.cents))
        .collect();
    assert_eq!(counts, [Some(100), None, Some(200)]);
    assert_eq!(shop.order().snapshot(keys).await?, many);
    Ok(())
}

#[tokio::test]
async fn expired_items_are_left_out() -> Outcome {
    let mut with_clock = options();
    let now = std::time::UNIX_EPOCH + std::time::Duration::from_hours(1_139_568);
    with_clock.now = Some(std::sync::Arc::new(move || now));
    let shop = Shop::with_options(client(), with_clock)?;
    shop.create_tables().await?;
    let session = "0f8fad5b-d9cb-469f-a165-70867728950e";
    let cart = |number: i64| CartInput {
        session: session.to_owned(),
        customer: None,
        sku: format!("s{number}"),
        count: number,
        photo: None,
        seen: None,
        until: if number < 50 {
            4_102_531_200
        } else {
            4_102_358_400
        },
    };
    shop.fill_a_cart((0..60).map(cart)).await?;
    assert_eq!(shop.the_cart_of_a_session(session).all().await?.len(), 50);
    assert_eq!(
        shop.the_cart_of_a_session(session)
            .with_expired()
            .all()
            .await?
            .len(),
        60
    );
    let several = shop.several_carts([cart(3).key(), cart(99).key()]).await?;
    assert_eq!(several, [Some(cart(3)), None]);
    assert_eq!(
        shop.empty_a_cart(cart(3).key()).send().await?,
        Some(cart(3))
    );
    assert_eq!(shop.empty_a_cart(cart(3).key()).send().await?, None);
    shop.cart()
        .remove_many((0..60).map(|number| cart(number).key()))
        .await?;
    assert_eq!(
        shop.the_cart_of_a_session(session)
            .with_expired()
            .count()
            .await?,
        0
    );
    Ok(())
}

#[tokio::test]
async fn rows_that_cannot_be_read_do_not_hide_the_others() -> Outcome {
    let settings = options();
    let table = format!("{}shop", settings.table_prefix);
    let shop = Shop::with_options(client(), settings)?;
    shop.create_tables().await?;
    for number in [1, 2] {
        shop.order().create(order(number)).send().await?;
    }
    let all = client()
        .scan()
        .table_name(&table)
        .send()
        .await?
        .items
        .unwrap_or_default();
    let wanted = AttributeValue::N("100".to_owned());
    let mut item = all
        .into_iter()
        .find(|item| item.get("cents") == Some(&wanted))
        .ok_or("an item")?;
    item.insert("gift".to_owned(), AttributeValue::S("perhaps".to_owned()));
    client()
        .put_item()
        .table_name(&table)
        .set_item(Some(item))
        .send()
        .await?;
    let page = shop.orders_in_a_status(OrderStatus::Open).page().await?;
    assert_eq!((page.items.len(), page.unreadable.len()), (1, 1));
    assert!(
        page.unreadable[0].message.contains("gift"),
        "{}",
        page.unreadable[0].message
    );
    let all = shop.orders_in_a_status(OrderStatus::Open).all().await;
    assert!(matches!(all, Err(Error::Unreadable(_))));
    Ok(())
}

#[tokio::test]
async fn changes_of_streams_are_parsed() -> Outcome {
    let settings = options();
    let table = format!("{}shop", settings.table_prefix);
    let shop = Shop::with_options(client(), settings)?;
    shop.create_tables().await?;
    let created = shop.order().create(order(1)).send().await?;
    let all = client()
        .scan()
        .table_name(&table)
        .send()
        .await?
        .items
        .unwrap_or_default();
    let change = shop.parse_change(None, all.first())?;
    let expected = ShopChange::Order {
        before: None,
        after: Some(created),
    };
    assert_eq!(change, Some(expected));
    Ok(())
}

#[tokio::test]
async fn tables_are_compared_with_the_model() -> Outcome {
    let shop = open_shop().await?;
    shop.create_tables().await?;
    shop.check_tables().await?;
    let absent = Shop::with_options(client(), options())?;
    let error = absent.check_tables().await.err().ok_or("an error")?;
    assert!(
        error
            .to_string()
            .contains("shop is not that of the model: it does not exist"),
        "{error}"
    );
    Ok(())
}
