// The server under test. Its URL is in PARTITA_TEST_ENDPOINT, and it knows these credentials.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";

const settings = () => ({
  endpoint: process.env.PARTITA_TEST_ENDPOINT,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  maxAttempts: 1,
});

export const connect = (others = {}) => new DynamoDBClient({ ...settings(), ...others });
export const connectToStreams = () => new DynamoDBStreamsClient(settings());
