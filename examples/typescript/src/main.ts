// Starts the service: AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 PORT=3000 node dist/main.js
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

import { makeService } from "./service.js";
import { Shop } from "./shop/index.js";

const pageTokenKey = process.env["PAGE_TOKEN_KEY"];
const shop = new Shop(new DynamoDBClient(), pageTokenKey === undefined ? {} : { pageTokenKeys: [pageTokenKey] });
await shop.createTables();
const port = Number(process.env["PORT"] ?? 3000);
makeService(shop).listen(port, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${port}`));
