"""client.py PARTITA: uses `partita mcp` by the protocol's own library for Python."""

import asyncio
import subprocess
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client import streamable_http

MODEL = """
format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    entities:
      - name: Order
        fields: {customer: string, id: string}
        key: {partition: "C#{customer}", sort: "O#{id}"}
patterns:
  - {name: orders of a customer, entities: Order, by: customer}
"""
TABLE = {
    "TableName": "things",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}


async def call(session, tool, arguments):
    """The answer, by the names that it has in the protocol."""
    return (await session.call_tool(tool, arguments)).model_dump(by_alias=True)


async def main(command):
    async with stdio_client(StdioServerParameters(command=command, args=["mcp"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            assert "model_lint" in names and "query" in names, names
            linted = await call(session, "model_lint", {"text": MODEL})
            assert not linted["isError"], linted
            shown = await call(session, "model_show", {"text": MODEL})
            assert "orders of a customer" in shown["content"][0]["text"], shown
            await call(session, "create_table", {"request": TABLE})
            item = {"id": {"S": "1"}}
            await call(session, "put_item", {"request": {"TableName": "things", "Item": item}})
            got = await call(session, "get_item", {"request": {"TableName": "things", "Key": item}})
            assert got["structuredContent"] == {"Item": item}, got
            refused = await call(session, "get_item", {"request": {"TableName": "nothing", "Key": item}})
            assert refused["isError"] and "ResourceNotFoundException" in refused["content"][0]["text"], refused


async def over_http(command):
    # Version 1 of the library has another name for it.
    connect = getattr(streamable_http, "streamable_http_client", None) or streamable_http.streamablehttp_client
    with subprocess.Popen([command, "mcp", "--http", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            url = server.stdout.readline().split()[-1]
            async with connect(url) as (read, write, *_):
                async with ClientSession(read, write) as session:
                    await session.initialize()
                    listed = await call(session, "list_tables", {"request": {}})
                    assert listed["structuredContent"] == {"TableNames": []}, listed
        finally:
            server.terminate()


asyncio.run(main(sys.argv[1]))
asyncio.run(over_http(sys.argv[1]))
