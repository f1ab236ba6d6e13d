"""Measures the processor time of this process for reads by boto3's calls, written by hand, and by the package of shop.yaml.

AWS_ENDPOINT_URL_DYNAMODB names a server with 20 open orders of the customer "ada" in the table shop. Prints a line of JSON
for each case: {"case": ..., "us": [microseconds of each round]}.
"""

import json
import sys
import time
from datetime import datetime

import boto3
from shop import OrderKey, Shop

rounds, calls = map(int, sys.argv[1:])
client = boto3.client("dynamodb")
shop = Shop(client)
ORDERS = 20
KEY = OrderKey(customer="ada", order="01ARZ3NDEKTSV4RRFFQ69G5F03")


def order_of(item):
    return {
        "customer": item["customer"]["S"],
        "order": item["order"]["S"],
        "placed": datetime.fromisoformat(item["placed"]["S"].replace("Z", "+00:00")),
        "status": item["status"]["S"],
        "cents": int(item["cents"]["N"]),
        "gift": item["gift"]["BOOL"],
        "note": item["note"]["S"],
    }


def get_by_hand():
    key = {"PK": {"S": "C#ada"}, "SK": {"S": f"PROFILE#ORDER#{KEY.order}"}}
    answer = client.get_item(TableName="shop", Key=key, ReturnConsumedCapacity="TOTAL")
    return [order_of(answer["Item"])]


def query_by_hand():
    answer = client.query(
        TableName="shop",
        IndexName="by_status",
        KeyConditionExpression="#0 = :0",
        ExpressionAttributeNames={"#0": "GSI1PK"},
        ExpressionAttributeValues={":0": {"S": "S#OPEN"}},
        ScanIndexForward=False,
        ReturnConsumedCapacity="TOTAL",
    )
    return [order_of(item) for item in answer["Items"]]


CASES = {
    "get: SDK by hand": (1, get_by_hand),
    "get: Partita": (1, lambda: [shop.order.get(KEY)]),
    "query: SDK by hand": (ORDERS, query_by_hand),
    "query: Partita": (ORDERS, lambda: shop.orders_in_a_status(status="OPEN").all()),
}


def run(name):
    wanted, call = CASES[name]
    for _ in range(calls):
        items = call()
        if len(items) != wanted or not items[0]:
            raise RuntimeError(f"{name}: {len(items)} items")


times = {name: [] for name in CASES}
for case in CASES:
    run(case)
# The cases take turns, so that a disturbance does not hit one alone.
for _ in range(rounds):
    for case in CASES:
        begin = time.process_time()
        run(case)
        times[case].append((time.process_time() - begin) / calls * 1e6)
for case, us in times.items():
    print(json.dumps({"case": case, "us": us}))
