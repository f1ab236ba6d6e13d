"""The commerce system written with boto3, as a user of the SDK would write it: nineteen methods over one table."""

from boto3.dynamodb.conditions import Attr, Key

TABLE_KEYS = {
    None: ("PK", "SK"),
    "gsi_customer_orders": ("GSI1PK", "GSI1SK"),
    "gsi_status_orders": ("GSI2PK", "GSI2SK"),
    "gsi_customer_status_orders": ("GSI3PK", "GSI3SK"),
}


def key_schema(index):
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(TABLE_KEYS[index], ("HASH", "RANGE"))]


def create_table(dynamodb, name):
    table = dynamodb.create_table(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=key_schema(None),
        AttributeDefinitions=[
            {"AttributeName": attribute, "AttributeType": "S"} for keys in TABLE_KEYS.values() for attribute in keys
        ],
        GlobalSecondaryIndexes=[
            {"IndexName": index, "KeySchema": key_schema(index), "Projection": {"ProjectionType": "ALL"}}
            for index in TABLE_KEYS
            if index
        ],
    )
    table.wait_until_exists()
    return table


def customer_key(customer_id):
    return {"PK": f"CUST#{customer_id}", "SK": f"PROFILE#{customer_id}"}


def order_key(customer_id, order_id):
    return {"PK": f"CUST#{customer_id}", "SK": f"ORDER#{order_id}"}


def item_key(customer_id, order_id, item_id):
    return {"PK": f"CUST#{customer_id}", "SK": f"ORDER#{order_id}#ITEM#{item_id}"}


def event_key(customer_id, order_id, version):
    return {"PK": f"CUST#{customer_id}", "SK": f"ORDER_STATUS_EVT#{order_id}#V#{version:019d}"}


def customer_row(customer):
    return {**customer_key(customer["customerId"]), **customer}


def order_row(order):
    customer_id, order_id, created, status = (order[k] for k in ("customerId", "orderId", "createdAt", "status"))
    return {
        **order_key(customer_id, order_id),
        "GSI1PK": f"CUST#{customer_id}",
        "GSI1SK": f"ORDER#{created}#{order_id}",
        "GSI2PK": f"STATUS#{status}",
        "GSI2SK": f"ORDER#{created}#CUST#{customer_id}#{order_id}",
        "GSI3PK": f"CUST#{customer_id}#STATUS#{status}",
        "GSI3SK": f"ORDER#{created}#{order_id}",
        "version": 1,
        **order,
    }


def item_row(customer_id, item):
    return {**item_key(customer_id, item["orderId"], item["itemId"]), **item}


class Commerce:
    def __init__(self, table):
        self.table = table
        self.client = table.meta.client
        self.evaluated = self.returned = self.queries = 0

    # ---- reads

    def get_customer_profile(self, customer_id):
        return self.table.get_item(Key=customer_key(customer_id)).get("Item")

    def get_order_header(self, customer_id, order_id):
        return self.table.get_item(Key=order_key(customer_id, order_id), ConsistentRead=True).get("Item")

    def get_order_item(self, customer_id, order_id, item_id):
        return self.table.get_item(Key=item_key(customer_id, order_id, item_id)).get("Item")

    def list_order_items(self, customer_id, order_id):
        return self._rows(Key("PK").eq(f"CUST#{customer_id}") & Key("SK").begins_with(f"ORDER#{order_id}#ITEM#"))

    def get_order_with_items(self, customer_id, order_id):
        between = Key("SK").between(f"ORDER#{order_id}", f"ORDER#{order_id}$")
        return self._rows(Key("PK").eq(f"CUST#{customer_id}") & between)

    def list_orders_for_customer_newest_first(self, customer_id, limit):
        return self._newest("gsi_customer_orders", f"CUST#{customer_id}", Limit=limit)["Items"]

    def list_orders_for_customer_newest_first_page(self, customer_id, limit, token=None):
        start = {"ExclusiveStartKey": token} if token else {}
        page = self._newest("gsi_customer_orders", f"CUST#{customer_id}", Limit=limit, **start)
        return page["Items"], page.get("LastEvaluatedKey")

    def list_orders_by_status_newest_first(self, status, limit):
        return self._newest("gsi_status_orders", f"STATUS#{status}", Limit=limit)["Items"]

    def list_orders_for_customer_by_status_newest_first(self, customer_id, status, limit):
        return self._newest("gsi_customer_status_orders", f"CUST#{customer_id}#STATUS#{status}", Limit=limit)["Items"]

    def list_order_status_history_newest_first(self, customer_id, order_id, limit):
        condition = Key("PK").eq(f"CUST#{customer_id}") & Key("SK").begins_with(f"ORDER_STATUS_EVT#{order_id}#")
        return self._query(KeyConditionExpression=condition, ScanIndexForward=False, Limit=limit)["Items"]

    # ---- writes

    def put_customer(self, customer):
        self.table.put_item(Item=customer_row(customer))

    def put_customer_if_absent(self, customer):
        try:
            self.table.put_item(Item=customer_row(customer), ConditionExpression=Attr("PK").not_exists())
        except self.client.exceptions.ConditionalCheckFailedException:
            return False
        return True

    def put_order(self, order):
        self.table.put_item(Item=order_row(order), ConditionExpression=Attr("PK").not_exists())

    def put_order_item(self, customer_id, item):
        self.table.put_item(Item=item_row(customer_id, item))

    def update_order_status(self, customer_id, order_id, status):
        version = int(self.get_order_header(customer_id, order_id)["version"])
        self.update_order_status_with_history(customer_id, order_id, status, version)

    def update_order_status_with_history(self, customer_id, order_id, status, expected_version, reason="test"):
        version = expected_version + 1
        event = {**event_key(customer_id, order_id, version), "version": version, "status": status, "reason": reason}
        self.client.transact_write_items(
            TransactItems=[
                {
                    "Update": {
                        "TableName": self.table.name,
                        "Key": order_key(customer_id, order_id),
                        "UpdateExpression": "SET #s = :s, #v = :next, GSI2PK = :feed, GSI3PK = :customerFeed",
                        "ConditionExpression": "#v = :expected",
                        "ExpressionAttributeNames": {"#s": "status", "#v": "version"},
                        "ExpressionAttributeValues": {
                            ":s": status,
                            ":next": version,
                            ":feed": f"STATUS#{status}",
                            ":customerFeed": f"CUST#{customer_id}#STATUS#{status}",
                            ":expected": expected_version,
                        },
                    }
                },
                self._create(event),
            ]
        )

    def update_order_item_status(self, customer_id, order_id, item_id, status):
        return self.table.update_item(
            Key=item_key(customer_id, order_id, item_id),
            UpdateExpression="SET itemStatus = :s",
            ConditionExpression="attribute_exists(PK)",
            ExpressionAttributeValues={":s": status},
            ReturnValues="ALL_NEW",
        )["Attributes"]

    def delete_order_item(self, customer_id, order_id, item_id):
        deleted = self.table.delete_item(Key=item_key(customer_id, order_id, item_id), ReturnValues="ALL_OLD")
        return "Attributes" in deleted

    def create_order_with_items_atomic(self, order, items):
        rows = [order_row(order)] + [item_row(order["customerId"], item) for item in items]
        self.client.transact_write_items(TransactItems=[self._create(row) for row in rows])

    # ---- helpers

    def _create(self, row):
        return {
            "Put": {"TableName": self.table.name, "Item": row, "ConditionExpression": "attribute_not_exists(PK)"}
        }

    def _newest(self, index, partition, **request):
        condition = Key(TABLE_KEYS[index][0]).eq(partition)
        return self._query(IndexName=index, KeyConditionExpression=condition, ScanIndexForward=False, **request)

    def _rows(self, condition):
        rows, start = [], {}
        while True:
            page = self._query(KeyConditionExpression=condition, **start)
            rows += page["Items"]
            if "LastEvaluatedKey" not in page:
                return rows
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def _query(self, **request):
        page = self.table.query(**request)
        self.queries += 1
        self.evaluated += page["ScannedCount"]
        self.returned += page["Count"]
        return page
