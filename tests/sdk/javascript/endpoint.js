// The server under test. Its URL is in PARTITA_ENDPOINT, and it takes any credentials.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

export const connect = () =>
  new DynamoDBClient({
    endpoint: process.env.PARTITA_ENDPOINT,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
