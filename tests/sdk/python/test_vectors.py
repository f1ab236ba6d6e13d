"""Vector indexes with boto3: a table with one, its items, and searches of one tenant."""

import unittest

import boto3
from botocore.exceptions import ClientError
from endpoint import connection

TABLE = "vectors_python"
INDEX = "by_meaning"


def numbers(*values):
    return [{"N": str(value)} for value in values]


class Vectors(unittest.TestCase):
    def setUp(self):
        self.dynamodb = boto3.client("dynamodb", **connection())
        self.addCleanup(self.dynamodb.close)
        self.dynamodb.create_table(
            TableName=TABLE,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "tenant", "AttributeType": "S"},
            ],
            VectorIndexes=[
                {
                    "IndexName": INDEX,
                    "VectorAttribute": {"AttributeName": "embedding"},
                    "SearchSchema": [{"AttributeName": "tenant", "SearchSchemaElementType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                    "Dimensions": 3,
                    "DistanceFunction": "EUCLIDEAN",
                }
            ],
        )
        self.addCleanup(self.dynamodb.delete_table, TableName=TABLE)
        for key, tenant, vector in [("a", "ada", (1, 0, 0)), ("b", "ada", (0, 1, 0)), ("c", "bob", (1, 0, 0))]:
            item = {"pk": {"S": key}, "tenant": {"S": tenant}, "embedding": {"L": numbers(*vector)}}
            self.dynamodb.put_item(TableName=TABLE, Item=item)

    def search(self, vector, tenant, **more):
        return self.dynamodb.search_vectors(
            TableName=TABLE,
            IndexName=INDEX,
            SearchVector=numbers(*vector),
            TopK=10,
            SearchConditionExpression="tenant = :t",
            ExpressionAttributeValues={":t": {"S": tenant}},
            **more,
        )

    def test_a_search_finds_the_items_of_a_tenant(self):
        answer = self.search((1, 0, 0), "ada", ReturnConsumedCapacity="TOTAL")
        found = [(result["Item"]["pk"]["S"], result["Score"]) for result in answer["SearchResults"]]
        self.assertEqual([key for key, _ in found], ["a", "b"])
        self.assertAlmostEqual(found[0][1], 0)
        self.assertAlmostEqual(found[1][1], 2**0.5, places=6)
        self.assertGreater(answer["ConsumedCapacity"]["VectorSearchRequestBytes"], 0)

    def test_a_fault_has_the_text_of_the_service(self):
        with self.assertRaises(ClientError) as raised:
            self.search((1, 0), "ada")
        self.assertEqual(
            raised.exception.response["Error"]["Message"],
            "Input search vector dimension 2 does not match vector index dimension 3",
        )


if __name__ == "__main__":
    unittest.main()
