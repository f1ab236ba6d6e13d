"""The server under test. Its URL is in PARTITA_TEST_ENDPOINT, and it knows these credentials."""

import os

import boto3
from botocore.config import Config


def connection():
    """The arguments that lead a client to the server."""
    return dict(
        endpoint_url=os.environ["PARTITA_TEST_ENDPOINT"],
        region_name="us-east-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",
        config=Config(retries={"total_max_attempts": 1}),
    )


def connect(**others):
    return boto3.resource("dynamodb", **{**connection(), **others})
