// Compiled by server.check.mjs, as a program in TypeScript uses the package.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Account, command, type FaultRule, runningServer, startServer, type Server } from "partita";
import jestSetup from "partita/jest";
import jestTeardown from "partita/jest-teardown";
import { setup, teardown } from "partita/vitest";

const hooks: (() => Promise<void>)[] = [jestSetup, jestTeardown, setup, teardown];
const rule: FaultRule = { operations: ["PutItem"], error: "InternalServerError", count: 1 };

export async function use(): Promise<string> {
  for (const hook of hooks) await hook();
  const server: Server = await startServer({ options: ["--throttle", "capacity"] });
  const account: Account = server.account();
  const client = new DynamoDBClient(account.config);
  await account.setFaults([rule], { seed: 7 });
  const ahead: number = await account.advanceClock(60);
  await account.createTables("template.yml", { Stage: "test" });
  await account.forget();
  await server.close();
  client.destroy();
  return command() + ahead + (runningServer().adminSocket ?? "");
}
