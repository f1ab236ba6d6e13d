"""The example of the wheel's README, and what it promises: tests apart from each other, faults, templates, code under test
that takes its client from the environment."""

import time

import boto3
import pytest
from botocore.exceptions import ClientError


@pytest.fixture
def orders(dynamodb_resource):
    return dynamodb_resource.create_table(
        TableName="orders",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )


@pytest.mark.parametrize("number", range(50))
def test_each_test_has_its_own_table(orders, number):
    assert orders.scan()["Items"] == []
    orders.put_item(Item={"id": str(number), "total": 12})
    assert orders.scan()["Items"] == [{"id": str(number), "total": 12}]


def test_faults_are_of_one_test(orders, partita):
    partita.faults({"operations": ["PutItem"], "error": "TransactionConflictException"})
    with pytest.raises(ClientError, match="TransactionConflictException"):
        orders.put_item(Item={"id": "1"})
    partita.faults()
    orders.put_item(Item={"id": "1"})


def test_items_expire_by_the_clock_of_the_test(orders, partita, dynamodb):
    dynamodb.update_time_to_live(
        TableName="orders", TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"}
    )
    now = int(time.time())
    orders.put_item(Item={"id": "soon", "expires": now + 3600})
    orders.put_item(Item={"id": "later", "expires": now + 36000})
    assert partita.advance_clock(7200) == 7200
    assert [item["id"] for item in orders.scan()["Items"]] == ["later"]
    assert partita.advance_clock(36000) == 43200
    assert orders.scan()["Items"] == []


# Twice, because boto3's own session would keep the account of the first test.
@pytest.mark.parametrize("number", range(2))
def test_the_environment_leads_to_the_account(orders, number):
    assert boto3.resource("dynamodb").Table("orders").scan()["Items"] == []
    boto3.client("dynamodb").put_item(TableName="orders", Item={"id": {"S": "1"}})
    assert orders.get_item(Key={"id": "1"})["Item"] == {"id": "1"}


def test_tables_of_a_template(partita, dynamodb, tmp_path):
    template = tmp_path / "template.yml"
    template.write_text(
        """
Resources:
  Visits:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: visits
      BillingMode: PAY_PER_REQUEST
      DeletionProtectionEnabled: true
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
"""
    )
    partita.create_tables(template)
    assert dynamodb.list_tables()["TableNames"] == ["visits"]
    partita.forget()
    assert dynamodb.list_tables()["TableNames"] == []
