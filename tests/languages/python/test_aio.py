"""Uses the package of shop.yaml in a program of asyncio, with aiobotocore and with threads."""

from __future__ import annotations

import asyncio
import unittest
import uuid
from typing import Any

from fixtures import (
    ADA,
    FAR,
    awaited_client,
    client,
    day,
    open_threaded_shop,
    options,
    order,
    paid,
    ulid,
)
from shop import (
    AsyncShop,
    Between,
    CartInput,
    ModelError,
    OrderKey,
    Range,
    Shop,
    WriteRefusedError,
)

KEY = OrderKey(customer="ada", order=ulid(1))


class Coroutines(unittest.IsolatedAsyncioTestCase):
    """Each kind of call, with a client of aiobotocore."""

    async def asyncSetUp(self) -> None:
        context = awaited_client()
        client = await context.__aenter__()
        self.addAsyncCleanup(context.__aexit__, None, None, None)
        self.shop = AsyncShop(client, options())
        await self.shop.create_tables()

    async def test_reads(self) -> None:
        shop = self.shop
        await shop.sign_up(ADA)
        numbers = range(1, 8)
        await asyncio.gather(
            *(shop.order.create(order(one) if one <= 5 else paid(one)) for one in numbers)
        )
        found = [one.cents async for one in shop.orders_in_a_status(status="OPEN")]
        self.assertEqual(found, [500, 400, 300, 200, 100])
        two = [one.cents async for one in shop.orders_in_a_status(status="OPEN", take=2)]
        self.assertEqual(two, [500, 400])
        pages = [
            len(one.items) async for one in shop.orders_in_a_status(status="OPEN", take=2).pages()
        ]
        self.assertEqual(pages, [2, 2, 1])
        late = shop.orders_in_a_status(status="OPEN", placed=Range(gt=day(4)))
        self.assertEqual(await late.count(), 1)
        first = await late.first()
        self.assertEqual(first and first.cents, 500)
        days = await shop.orders_of_some_days(placed=Between(day(2), day(4))).all()
        self.assertEqual([one.cents for one in days], [200, 300, 400])
        whole = await shop.customer_with_orders(customer="ada").load()
        self.assertEqual(whole and len(whole.orders), 7)
        collected = [one async for one in shop.customer_with_orders(customer="ada", take=4).pages()]
        self.assertEqual(len(collected), 2)
        one = await shop.order_by_its_key(customer="ada", order=ulid(3))
        self.assertEqual(one and one.cents, 300)
        for many in (await shop.order.get_many([KEY]), await shop.order.get_snapshot([KEY])):
            self.assertEqual([one and one.cents for one in many], [100])

    async def test_writes(self) -> None:
        shop = self.shop
        await shop.sign_up(ADA)
        await shop.place_an_order(order=order(1), customer=ADA)
        done = await shop.pay_an_order(KEY, status="PAID", given={"placed": day(1)}, version=1)
        self.assertEqual(done.version, 2)
        self.assertEqual((await shop.send_an_order(KEY, status="SENT")).status, "SENT")
        await shop.order.update(KEY, set={"note": "n"}, increment={"cents": 5}, version="any")
        with self.assertRaises(WriteRefusedError) as caught:
            await shop.order.update(KEY, set={"note": "n"}, version=1)
        self.assertEqual(caught.exception.reason, "VersionConflict")
        await shop.transact([shop.writes.order.remove(KEY, version="any")])
        self.assertIsNone(await shop.order.get(KEY))
        session = str(uuid.uuid4())
        carts = [CartInput(session=session, sku=f"{n}", count=n, until=FAR) for n in range(30)]
        await shop.fill_a_cart(carts)
        await shop.cart.remove_many(carts[:10])
        self.assertEqual(await shop.the_cart_of_a_session(session=session).count(), 20)
        self.assertIsNotNone(await shop.empty_a_cart(carts[20]))

    async def test_clients_of_the_other_kind(self) -> None:
        waiting: Any = client()
        with self.assertRaisesRegex(ModelError, "use a ThreadedClient"):
            AsyncShop(waiting)
        async with awaited_client() as awaited:
            with self.assertRaisesRegex(ModelError, "use the client for asyncio"):
                Shop(awaited)

    async def test_cancellation(self) -> None:
        await self.shop.order.create(order(1))
        task = asyncio.create_task(self.shop.order.get(KEY))
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task


class Threads(unittest.IsolatedAsyncioTestCase):
    """A client of boto3 whose requests run in threads."""

    async def test_calls(self) -> None:
        shop = await open_threaded_shop()
        await shop.sign_up(ADA)
        await shop.order.create(order(1))
        await shop.pay_an_order(KEY, status="PAID", given={"placed": day(1)}, version=1)
        found = [one.cents async for one in shop.orders_in_a_status(status="PAID")]
        self.assertEqual(found, [100])
