"""Uses the package of shop.yaml as a program would."""

from __future__ import annotations

import unittest
import uuid
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from fixtures import ADA, FAR, client, day, open_shop, options, order, paid, ulid
from shop import (
    Between,
    Cart,
    CartInput,
    CartKey,
    Condition,
    CustomerKey,
    ModelError,
    Order,
    OrderFields,
    OrderKey,
    Range,
    RefusalReason,
    Shop,
    UnreadableRowError,
    WriteRefusedError,
    member,
)

KEY = OrderKey(customer="ada", order=ulid(1))


def _is_free(one: OrderFields) -> Condition:
    return one.cents.eq(0)


class Reads(unittest.TestCase):
    """The reads of access patterns."""

    def setUp(self) -> None:
        self.shop = open_shop()
        self.shop.sign_up(ADA)
        for number in range(1, 8):
            self.shop.order.create(order(number) if number <= 5 else paid(number))

    def test_queries(self) -> None:
        shop = self.shop
        every = [500, 400, 300, 200, 100]
        self.assertEqual([one.cents for one in shop.orders_in_a_status(status="OPEN")], every)
        self.assertEqual([one.cents for one in shop.orders_in_a_status(status="OPEN").all()], every)
        page = shop.orders_in_a_status(status="OPEN", take=2).page()
        self.assertEqual([one.cents for one in page.items], [500, 400])
        following = shop.orders_in_a_status(status="OPEN", take=2, after=page.token).page()
        self.assertEqual([one.cents for one in following.items], [300, 200])
        late = shop.orders_in_a_status(status="OPEN", placed=Range(gte=day(4)), reverse=True)
        self.assertEqual([one.cents for one in late], [400, 500])
        first = shop.orders_in_a_status(status="PAID").first()
        self.assertIsInstance(first, Order)
        self.assertEqual(first and first.cents, 700)
        pages = shop.orders_in_a_status(status="OPEN", take=2).pages()
        self.assertEqual(sum(len(one.items) for one in pages), 5)
        self.assertEqual(len(shop.orders_that_wait_for_payment().all()), 5)
        self.assertEqual(len(list(shop.orders_in_a_status(status="OPEN", take=3))), 3)

    def test_filters(self) -> None:
        found = self.shop.orders_in_a_status(
            status="OPEN", where=lambda one: one.cents.gt(200) & one.note.not_exists()
        )
        self.assertEqual(found.count(), 3)
        either = self.shop.orders_in_a_status(
            status="OPEN", where=lambda one: ~(one.cents.lt(500) | one.gift.eq(True))
        )
        self.assertEqual([one.cents for one in either], [500])
        rows = self.shop.open_orders_of_a_customer(
            customer="ada", where=lambda one: one.cents.one_of(100, 300)
        ).all()
        self.assertEqual(
            [(one.order, one.placed, one.cents) for one in rows],
            [(ulid(3), day(3), 300), (ulid(1), day(1), 100)],
        )

    def test_days(self) -> None:
        found = self.shop.orders_of_some_days(placed=Between(day(2), day(4))).all()
        self.assertEqual([one.cents for one in found], [200, 300, 400])

    def test_keys(self) -> None:
        shop = self.shop
        found = shop.order_by_its_key(customer="ada", order=ulid(3), consistent=True)
        self.assertEqual(found and found.cents, 300)
        self.assertIsNone(shop.order_by_its_key(customer="ada", order=ulid(99)))
        keys = [order(7), OrderKey(customer="ada", order=ulid(99)), order(1)]
        for many in (shop.order.get_many(keys), shop.order.get_snapshot(keys)):
            self.assertEqual([one and one.cents for one in many], [700, None, 100])

    def test_collections(self) -> None:
        whole = self.shop.customer_with_orders(customer="ada").load()
        self.assertEqual(whole and (whole.customer.name, len(whole.orders)), ("Ada", 7))
        self.assertIsNone(self.shop.customer_with_orders(customer="bob").load())
        pages = list(self.shop.customer_with_orders(customer="ada", take=3).pages())
        counts = [len(page.value.orders) for page in pages if page.value is not None]
        self.assertEqual(sum(counts), 7)
        self.assertEqual(max(counts), 3)


class Writes(unittest.TestCase):
    """The writes of entities and access patterns."""

    def refused(self, reason: RefusalReason, call: Any, *arguments: Any, **more: Any) -> Any:
        """Asserts the reason and returns the error."""
        with self.assertRaises(WriteRefusedError) as caught:
            call(*arguments, **more)
        self.assertEqual(caught.exception.reason, reason)
        return caught.exception

    def test_updates(self) -> None:
        shop = open_shop()
        shop.order.create(order(1))
        done = shop.pay_an_order(KEY, status="PAID", given={"placed": day(1)}, version=1)
        self.assertEqual((done.version, done.status), (2, "PAID"))
        self.assertEqual(shop.orders_in_a_status(status="PAID").count(), 1)
        self.assertEqual(shop.orders_in_a_status(status="OPEN").count(), 0)
        note = {"note": "n"}
        self.refused("VersionConflict", shop.order.update, KEY, set=note, version=1)
        other = {"given": {"placed": day(2)}, "version": "any"}
        self.refused("ConditionFailed", shop.pay_an_order, KEY, status="SENT", **other)
        self.assertEqual(shop.send_an_order(KEY, status="SENT").status, "SENT")
        changed = shop.order.update(
            KEY,
            set={"note": "n"},
            increment={"cents": 5},
            set_if_absent={"weight": 2.5},
            append={"lines": [1]},
            version="any",
            where=lambda one: one.gift.eq(False),
        )
        self.assertEqual((changed.note, changed.cents, changed.weight), ("n", 105, 2.5))
        self.assertEqual(changed.lines, [1])
        self.assertIsNone(shop.order.update(KEY, set={"note": None}, version="any").note)
        both = shop.order.update(KEY, set={"placed": day(3), "status": "OPEN"}, version="any")
        self.assertEqual(
            shop.orders_in_a_status(status="OPEN", placed=Range(eq=day(3))).all(), [both]
        )
        absent = OrderKey(customer="ada", order=ulid(9))
        self.refused("ItemMissing", shop.order.update, absent, set={"gift": True}, version="any")
        removed = shop.order.remove(KEY, version="any")
        self.assertEqual(removed and removed.status, "OPEN")
        self.assertIsNone(shop.order.remove(KEY, version="any"))

    def test_puts(self) -> None:
        shop = open_shop()
        created = shop.order.create(order(1))
        stored = shop.order.put(replace(created, cents=7), version=created.version)
        self.assertEqual((stored.cents, stored.version), (7, 2))
        self.refused("VersionConflict", shop.order.put, created, version=1)
        shop.order.put(order(2), version="any")
        self.assertEqual(shop.orders_in_a_status(status="OPEN").count(), 2)
        self.refused("ConditionFailed", shop.order.put, order(2), version="any", where=_is_free)

    def test_unique_values(self) -> None:
        shop = open_shop()
        shop.sign_up(ADA)
        bob = replace(ADA, customer="bob")
        taken = self.refused("UniqueValueTaken", shop.sign_up, bob)
        self.assertEqual(taken.fields, ("email",))
        other = replace(ADA, email="other@example.org")
        self.refused("ItemExists", shop.sign_up, other)
        given = {"email": ADA.email}
        email = "ada@example.com"
        shop.change_the_email(
            CustomerKey(customer="ada"), email=email, given={"email": ADA.email}, version=1
        )
        shop.sign_up(bob)
        remove = shop.customer.remove
        self.refused("ConditionFailed", remove, ADA, version="any", given=given)
        self.assertIsNotNone(shop.customer.remove(ADA, read_first=True))

    def test_transactions(self) -> None:
        shop = open_shop()
        shop.sign_up(ADA)
        shop.place_an_order(order=order(1), customer=ADA)
        eve = CustomerKey(customer="eve")
        missing = self.refused("ItemMissing", shop.place_an_order, order=order(2), customer=eve)
        self.assertEqual(missing.position, 1)
        self.assertIsNone(shop.order_by_its_key(customer="ada", order=ulid(2)))
        cost = shop.transact(
            [
                shop.writes.order.create(order(3)),
                shop.writes.customer.update(ADA, set={"name": "Ada L."}, version=1),
                shop.writes.order.check(order(1), where=lambda one: one.cents.eq(100)),
            ]
        )
        self.assertEqual(cost.requests, 1)
        customer = shop.customer.get(ADA)
        self.assertEqual(customer and customer.name, "Ada L.")

    def test_upserts_and_moves(self) -> None:
        shop = open_shop()
        session = str(uuid.uuid4())
        key = CartKey(session=session, sku="s")
        self.assertEqual(shop.cart.upsert(key, set={"count": 1, "until": FAR}).count, 1)
        changed = shop.cart.upsert(key, set={"count": 2, "until": FAR, "seen": 3})
        self.assertEqual((changed.count, changed.seen), (2, 3))
        shop.cart.move(key, replace(changed, sku="t"))
        self.assertIsNone(shop.cart.get(key))
        self.assertEqual(shop.cart.get(replace(key, sku="t")), replace(changed, sku="t"))
        shop.sign_up(ADA)
        moved = shop.customer.move(ADA, replace(ADA, customer="eva"), version=1)
        self.assertEqual((moved.customer, moved.version), ("eva", 2))
        self.refused("UniqueValueTaken", shop.sign_up, replace(ADA, customer="bob"))
        self.refused("ItemMissing", shop.cart.move, key, replace(changed, sku="u"))

    def test_texts_that_utf_8_does_not_have(self) -> None:
        shop = open_shop()
        with self.assertRaisesRegex(ModelError, "half of a surrogate pair"):
            shop.sign_up(replace(ADA, customer="a\ud800"))
        with self.assertRaisesRegex(ModelError, "half of a surrogate pair"):
            shop.sign_up(replace(ADA, tags=frozenset({"\udfff"})))

    def test_absent_values_and_unchecked_writes(self) -> None:
        shop = open_shop()
        session = str(uuid.uuid4())
        key = CartKey(session=session, sku="s")
        shop.cart.create(
            CartInput(session=session, customer="ada", sku="s", count=1, until=4_102_444_800)
        )
        with self.assertRaisesRegex(ModelError, "set_if_absent needs a value"):
            shop.cart.update(key, set_if_absent={"customer": None})
        found = shop.cart.get(key)
        self.assertEqual(found and found.customer, "ada")
        shop.sign_up(ADA)
        unchecked: Any = shop.customer
        with self.assertRaisesRegex(ModelError, "has a version: give version=N"):
            unchecked.remove(ADA, given={"email": ADA.email})
        with self.assertRaisesRegex(ModelError, "has a version: give version=N"):
            unchecked.put(ADA, version=None)

    def test_a_put_keeps_the_time_of_creation(self) -> None:
        now = datetime(2026, 1, 5, tzinfo=timezone.utc).timestamp() * 1000
        times = iter(range(100))
        shop = open_shop(lambda: now + 1000 * next(times))
        ada = shop.sign_up(ADA)
        put = shop.customer.put(replace(ada, name="Ada L."), version=ada.version)
        self.assertEqual(put.created, ada.created)
        self.assertGreater(put.changed, ada.changed)

    def test_batches_and_expiry(self) -> None:
        # The server removes items whose time has passed, so this client is ahead of it.
        now = datetime(2100, 1, 5, tzinfo=timezone.utc).timestamp()
        shop = open_shop(lambda: now * 1000)
        session = str(uuid.uuid4())
        until = int(now) + 86_400

        def cart(number: int) -> CartInput:
            past = 0 if number < 50 else 3 * 86_400
            return CartInput(session=session, sku=f"s{number}", count=number, until=until - past)

        shop.fill_a_cart(cart(number) for number in range(60))
        self.assertEqual(len(shop.the_cart_of_a_session(session=session).all()), 50)
        self.assertEqual(shop.the_cart_of_a_session(session=session, with_expired=True).count(), 60)
        several = shop.several_carts([cart(3), CartKey(session=session, sku="absent")])
        self.assertEqual([one and one.count for one in several], [3, None])
        removed = shop.empty_a_cart(cart(3))
        self.assertEqual(removed, Cart(session=session, sku="s3", count=3, until=until))
        shop.cart.remove_many([cart(4), cart(5)])
        self.assertEqual(len(shop.the_cart_of_a_session(session=session).all()), 47)

    def test_members(self) -> None:
        shop = open_shop()
        shop.sign_up(replace(ADA, address={"city": "Bonn", "n": 1}, tags=frozenset({"x"})))
        changed = shop.customer.update(
            ADA,
            members=[member("address", "n").increment(4), member("address", "city").remove()],
            add_to_set={"tags": frozenset({"y"})},
            version=1,
        )
        self.assertEqual((changed.address, changed.tags), ({"n": 5}, frozenset("xy")))
        less = shop.customer.update(ADA, remove_from_set={"tags": changed.tags}, version=2)
        self.assertEqual(less.tags, frozenset())


class Rows(unittest.TestCase):
    """Stored items that were not written by the package, and tables."""

    def test_unreadable_rows(self) -> None:
        shop = open_shop()
        for number in (1, 2):
            shop.order.create(order(number))
        table, database = shop.table_names()[0], client()
        items = database.scan(TableName=table)["Items"]
        item = next(one for one in items if one["cents"] == {"N": "100"})
        database.put_item(TableName=table, Item={**item, "gift": {"S": "perhaps"}})
        page = shop.orders_in_a_status(status="OPEN").page()
        self.assertEqual(len(page.items), 1)
        self.assertIn("gift", str(page.unreadable[0]))
        with self.assertRaises(UnreadableRowError):
            shop.orders_in_a_status(status="OPEN").all()

    def test_changes_of_streams(self) -> None:
        shop = open_shop()
        created = shop.order.create(order(1))
        image = client().scan(TableName=shop.table_names()[0])["Items"][0]
        change = shop.parse_change({"eventName": "INSERT", "dynamodb": {"NewImage": image}})
        assert change is not None
        self.assertEqual((change.entity, change.before, change.after), ("ORDER", None, created))
        self.assertIsInstance(change.item, Order)
        self.assertIsNone(shop.parse_change({"dynamodb": {"NewImage": {"PK": {"S": "?"}}}}))

    def test_tables(self) -> None:
        shop = open_shop()
        shop.create_tables()
        shop.check_tables()
        with self.assertRaisesRegex(ModelError, "is not that of the model: it does not exist"):
            Shop(client(), options()).check_tables()
