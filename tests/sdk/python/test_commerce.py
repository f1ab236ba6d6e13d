"""The commerce system through boto3: every read and write pattern, with its order, pages, conditions and
transactions.

Each test has its own customers in one table, among rows that a careless key condition would return too.
"""

import itertools
import unittest

from commerce import Commerce, create_table, item_row, order_row
from endpoint import connect

UNRELATED_ORDERS = 40


def order(customer_id, order_id, day, status="CREATED"):
    return {
        "customerId": customer_id,
        "orderId": order_id,
        "createdAt": f"2026-03-{day:02d}T12:00:00.000Z",
        "status": status,
        "totalCents": 100 * day,
    }


def item(order_id, item_id, status="PENDING"):
    return {"orderId": order_id, "itemId": item_id, "sku": f"SKU-{item_id}", "quantity": 2, "itemStatus": status}


def ids(rows, name="orderId"):
    return [row[name] for row in rows]


class CommerceTest(unittest.TestCase):
    numbers = itertools.count(1)

    @classmethod
    def setUpClass(cls):
        cls.dynamodb = connect()
        cls.table = create_table(cls.dynamodb, "commerce_boto3")
        cls.errors = cls.table.meta.client.exceptions

    @classmethod
    def tearDownClass(cls):
        cls.table.delete()

    def setUp(self):
        # One customer's id begins with the other's.
        self.customer = f"C{next(self.numbers)}"
        self.neighbour = self.customer + "0x"
        self.shop = Commerce(self.table)

    def load(self, *orders, items=()):
        for one in orders:
            self.shop.put_order(one)
        for one in items:
            self.shop.put_order_item(self.customer, one)

    def load_unrelated_orders(self):
        with self.table.batch_writer() as batch:
            for number in range(UNRELATED_ORDERS):
                one = order(self.customer, f"U{number}", 1 + number % 28, "REFUNDED")
                batch.put_item(Item=order_row(one))
                batch.put_item(Item=item_row(self.customer, item(one["orderId"], "I1")))

    def assert_nothing_filtered(self, queries):
        self.assertEqual(self.shop.queries, queries)
        self.assertEqual(self.shop.evaluated, self.shop.returned)

    def assert_cancelled(self, error, *codes):
        self.assertEqual([reason["Code"] for reason in error.response["CancellationReasons"]], list(codes))

    # ---- reads

    def test_gets_a_customer_profile(self):
        self.shop.put_customer({"customerId": self.customer, "name": "Ada"})
        self.assertEqual(self.shop.get_customer_profile(self.customer)["name"], "Ada")
        self.assertIsNone(self.shop.get_customer_profile(self.neighbour))

    def test_gets_an_order_header(self):
        self.load(order(self.customer, "O1", 3))
        self.assertEqual(self.shop.get_order_header(self.customer, "O1"), order_row(order(self.customer, "O1", 3)))

    def test_gets_an_order_item(self):
        self.load(items=[item("O1", "I1"), item("O1", "I10")])
        self.assertEqual(self.shop.get_order_item(self.customer, "O1", "I1")["sku"], "SKU-I1")

    def test_lists_the_items_of_one_order(self):
        self.load_unrelated_orders()
        self.load(items=[item("O1", "I2"), item("O1", "I1"), item("O10", "I1"), item("O1", "I3")])
        self.assertEqual(ids(self.shop.list_order_items(self.customer, "O1"), "itemId"), ["I1", "I2", "I3"])
        self.assert_nothing_filtered(queries=1)

    def test_loads_an_order_with_its_items_and_not_its_neighbours(self):
        self.load_unrelated_orders()
        self.load(order(self.customer, "O1", 1), order(self.customer, "O10", 2), order(self.customer, "O0", 2),
                  items=[item("O1", "I1"), item("O1", "I2"), item("O10", "I1")])
        rows = self.shop.get_order_with_items(self.customer, "O1")
        self.assertEqual(ids(rows, "SK"), ["ORDER#O1", "ORDER#O1#ITEM#I1", "ORDER#O1#ITEM#I2"])
        self.assert_nothing_filtered(queries=1)

    def test_lists_a_customers_orders_newest_first(self):
        self.load(order(self.customer, "O1", 1), order(self.customer, "O2", 9), order(self.customer, "O3", 5),
                  order(self.neighbour, "O4", 7), items=[item("O1", "I1")])
        self.assertEqual(ids(self.shop.list_orders_for_customer_newest_first(self.customer, 10)), ["O2", "O3", "O1"])
        self.assertEqual(ids(self.shop.list_orders_for_customer_newest_first(self.customer, 2)), ["O2", "O3"])
        self.assert_nothing_filtered(queries=2)

    def test_pages_through_a_customers_orders(self):
        self.load(*(order(self.customer, f"O{day}", day) for day in range(1, 8)))
        pages, token = [], None
        while True:
            page, token = self.shop.list_orders_for_customer_newest_first_page(self.customer, 3, token)
            pages.append(ids(page))
            if token is None:
                break
            self.assertEqual(set(token), {"PK", "SK", "GSI1PK", "GSI1SK"})
        self.assertEqual(pages, [["O7", "O6", "O5"], ["O4", "O3", "O2"], ["O1"]])

    def test_lists_all_orders_in_a_status_newest_first(self):
        status = f"AWAITING_PAYMENT_{self.customer}"
        self.load(order(self.customer, "O1", 2, status), order(self.neighbour, "O2", 3, status),
                  order(self.customer, "O3", 4, status + "X"), order(self.customer, "O4", 5, status))
        self.assertEqual(ids(self.shop.list_orders_by_status_newest_first(status, 10)), ["O4", "O2", "O1"])

    def test_lists_a_customers_orders_in_a_status_newest_first(self):
        self.load(order(self.customer, "O1", 2, "PAID"), order(self.neighbour, "O2", 3, "PAID"),
                  order(self.customer, "O3", 4, "FULFILLED"), order(self.customer, "O4", 5, "PAID"))
        rows = self.shop.list_orders_for_customer_by_status_newest_first(self.customer, "PAID", 10)
        self.assertEqual(ids(rows), ["O4", "O1"])
        self.assert_nothing_filtered(queries=1)

    def test_lists_the_status_history_newest_first_also_past_version_nine(self):
        self.load(order(self.customer, "O1", 1), order(self.customer, "O10", 1))
        for version in range(1, 12):
            self.shop.update_order_status_with_history(self.customer, "O1", "PAID", version)
        self.shop.update_order_status_with_history(self.customer, "O10", "PAID", 1)
        history = self.shop.list_order_status_history_newest_first(self.customer, "O1", 4)
        self.assertEqual(ids(history, "version"), [12, 11, 10, 9])
        self.assert_nothing_filtered(queries=1)

    # ---- writes

    def test_upserts_a_customer(self):
        for name in ("Ada", "Grace"):
            self.shop.put_customer({"customerId": self.customer, "name": name})
        self.assertEqual(self.shop.get_customer_profile(self.customer)["name"], "Grace")

    def test_creates_a_customer_once(self):
        self.assertTrue(self.shop.put_customer_if_absent({"customerId": self.customer, "name": "Ada"}))
        self.assertFalse(self.shop.put_customer_if_absent({"customerId": self.customer, "name": "Grace"}))
        self.assertEqual(self.shop.get_customer_profile(self.customer)["name"], "Ada")

    def test_refuses_an_order_that_exists(self):
        self.load(order(self.customer, "O1", 1))
        self.shop.update_order_status(self.customer, "O1", "PAID")
        with self.assertRaises(self.errors.ConditionalCheckFailedException) as refused:
            self.shop.put_order(order(self.customer, "O1", 2))
        self.assertEqual(refused.exception.response["Error"]["Message"], "The conditional request failed")
        self.assertEqual(self.shop.get_order_header(self.customer, "O1")["version"], 2)

    def test_moves_an_order_across_the_status_indexes(self):
        self.load(order(self.customer, "O1", 1, "PAID"), order(self.customer, "O2", 2, "PAID"))
        self.shop.update_order_status(self.customer, "O1", "FULFILLED")
        feed = self.shop.list_orders_for_customer_by_status_newest_first
        self.assertEqual(ids(feed(self.customer, "PAID", 10)), ["O2"])
        self.assertEqual(ids(feed(self.customer, "FULFILLED", 10)), ["O1"])
        everyones = self.shop.list_orders_by_status_newest_first("FULFILLED", 1000)
        self.assertIn((self.customer, "O1"), [(row["customerId"], row["orderId"]) for row in everyones])
        self.assertEqual(self.shop.get_order_header(self.customer, "O1")["status"], "FULFILLED")

    def test_appends_history_and_counts_versions(self):
        self.load(order(self.customer, "O1", 1))
        self.shop.update_order_status_with_history(self.customer, "O1", "PAID", 1, "card accepted")
        self.assertEqual(self.shop.get_order_header(self.customer, "O1")["version"], 2)
        history = self.shop.list_order_status_history_newest_first(self.customer, "O1", 10)
        self.assertEqual([(row["status"], row["reason"]) for row in history], [("PAID", "card accepted")])

    def test_rejects_a_stale_version(self):
        self.load(order(self.customer, "O1", 1))
        self.shop.update_order_status_with_history(self.customer, "O1", "PAID", 1)
        with self.assertRaises(self.errors.TransactionCanceledException) as cancelled:
            self.shop.update_order_status_with_history(self.customer, "O1", "CANCELLED", 1)
        self.assert_cancelled(cancelled.exception, "ConditionalCheckFailed", "ConditionalCheckFailed")
        self.assertEqual(self.shop.get_order_header(self.customer, "O1")["status"], "PAID")
        self.assertEqual(len(self.shop.list_order_status_history_newest_first(self.customer, "O1", 10)), 1)

    def test_a_status_change_of_a_missing_order_writes_nothing(self):
        with self.assertRaises(self.errors.TransactionCanceledException) as cancelled:
            self.shop.update_order_status_with_history(self.customer, "O1", "PAID", 1)
        self.assert_cancelled(cancelled.exception, "ConditionalCheckFailed", "None")
        self.assertEqual(self.shop.list_order_status_history_newest_first(self.customer, "O1", 10), [])

    def test_updates_the_status_of_one_item(self):
        self.load(items=[item("O1", "I1"), item("O1", "I2")])
        updated = self.shop.update_order_item_status(self.customer, "O1", "I1", "SHIPPED")
        self.assertEqual(updated, item_row(self.customer, item("O1", "I1", "SHIPPED")))
        items = self.shop.list_order_items(self.customer, "O1")
        self.assertEqual(ids(items, "itemStatus"), ["SHIPPED", "PENDING"])

    def test_an_update_of_a_missing_item_makes_no_row(self):
        with self.assertRaises(self.errors.ConditionalCheckFailedException):
            self.shop.update_order_item_status(self.customer, "O1", "I9", "SHIPPED")
        self.assertIsNone(self.shop.get_order_item(self.customer, "O1", "I9"))

    def test_deletes_an_order_item(self):
        self.load(items=[item("O1", "I1"), item("O1", "I2")])
        self.assertTrue(self.shop.delete_order_item(self.customer, "O1", "I1"))
        self.assertFalse(self.shop.delete_order_item(self.customer, "O1", "I1"))
        self.assertEqual(ids(self.shop.list_order_items(self.customer, "O1"), "itemId"), ["I2"])

    def test_creates_an_order_and_its_items_atomically(self):
        items = [item("O1", f"I{number:02d}") for number in range(99)]
        self.shop.create_order_with_items_atomic(order(self.customer, "O1", 1), items)
        rows = self.shop.get_order_with_items(self.customer, "O1")
        self.assertEqual(rows[0]["version"], 1)
        self.assertEqual(ids(rows[1:], "itemId"), ids(items, "itemId"))

    def test_rolls_back_where_a_row_exists(self):
        self.load(items=[item("O1", "I2")])
        with self.assertRaises(self.errors.TransactionCanceledException) as cancelled:
            self.shop.create_order_with_items_atomic(
                order(self.customer, "O1", 1), [item("O1", "I1"), item("O1", "I2"), item("O1", "I3")])
        self.assert_cancelled(cancelled.exception, "None", "None", "ConditionalCheckFailed", "None")
        self.assertIsNone(self.shop.get_order_header(self.customer, "O1"))
        self.assertEqual(ids(self.shop.list_order_items(self.customer, "O1"), "itemId"), ["I2"])
        self.assertEqual(self.shop.list_orders_for_customer_newest_first(self.customer, 10), [])


if __name__ == "__main__":
    unittest.main()
