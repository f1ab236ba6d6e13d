"""Starts the service: AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 PORT=3000 python main.py"""

from __future__ import annotations

import os

import boto3

from service import make_server
from shop import SessionOptions, Shop


def main() -> None:
    """Serves until the process ends."""
    key = os.environ.get("PAGE_TOKEN_KEY")
    options = SessionOptions(page_token_keys=() if key is None else (key,))
    shop = Shop(boto3.client("dynamodb"), options)
    shop.create_tables()
    server = make_server(shop, int(os.environ.get("PORT", "3000")))
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
