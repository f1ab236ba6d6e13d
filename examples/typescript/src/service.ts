// The service as a function from requests to answers, which knows the shop and not where its tables are.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";

import type { Shop } from "./shop/index.js";
import { ModelError, WriteRefused } from "./shop/index.js";
import { newUlid } from "./ulid.js";

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

class BadRequest extends Error {}

function textOf(body: unknown, name: string): string {
  const value: unknown =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  if (typeof value !== "string" || value === "") throw new BadRequest(`${name} must be a text`);
  return value;
}

function numberOf(body: unknown, name: string): number {
  const value: unknown =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new BadRequest(`${name} must be a whole number`);
  return value;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    throw new BadRequest("the body is not JSON");
  }
}

async function signUp(shop: Shop, body: unknown): Promise<Answer> {
  const customer = await shop.signUp({
    customer: textOf(body, "customer"),
    email: textOf(body, "email"),
    name: textOf(body, "name"),
  });
  return { status: 201, body: customer };
}

async function placeOrder(shop: Shop, customer: string, body: unknown): Promise<Answer> {
  const order = {
    customer,
    order: newUlid(),
    placed: new Date(),
    status: "OPEN",
    cents: numberOf(body, "cents"),
  } as const;
  await shop.placeAnOrder({ order, customer: { key: { customer } } });
  return { status: 201, body: order };
}

async function payOrder(shop: Shop, customer: string, id: string): Promise<Answer> {
  const key = { customer, order: id };
  const order = await shop.order.get(key, { consistent: true });
  if (!order) return { status: 404 };
  // The write is conditional on all that was read, so an order is not paid twice.
  const { placed, version } = order;
  const paid = await shop.payAnOrder(
    key,
    { status: "PAID" },
    { given: { placed }, version, where: (one) => one.status.eq("OPEN") },
  );
  return { status: 200, body: paid };
}

async function openOrders(shop: Shop, after: string | null): Promise<Answer> {
  const page = await shop.ordersInAStatus({ status: "OPEN" }, { take: 20, ...(after !== null && { after }) }).page();
  return { status: 200, body: { orders: page.items, next: page.token } };
}

async function answer(shop: Shop, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const [place, customer = "", list, order = "", verb] = url.pathname.slice(1).split("/").map(decodeURIComponent);
  const route = `${request.method} ${place} ${list ?? ""} ${verb ?? ""}`.trimEnd();
  switch (route) {
    case "POST customers":
      return signUp(shop, await bodyOf(request));
    case "GET customers": {
      const found = await shop.customerWithOrders({ customer }).load();
      return found ? { status: 200, body: found } : { status: 404 };
    }
    case "POST customers orders":
      return placeOrder(shop, customer, await bodyOf(request));
    case "POST customers orders payment":
      return payOrder(shop, customer, order);
    case "GET open-orders":
      return openOrders(shop, url.searchParams.get("after"));
    default:
      return { status: 404 };
  }
}

// Refusals are answers; every other error is a fault of the service.
function answerOfError(error: unknown): Answer {
  if (error instanceof BadRequest || error instanceof ModelError)
    return { status: 400, body: { error: error.message } };
  if (!(error instanceof WriteRefused)) return { status: 500, body: { error: "the service failed" } };
  return { status: error.reason === "ItemMissing" ? 404 : 409, body: { error: error.reason, fields: error.fields } };
}

export function makeService(shop: Shop): Server {
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(shop, request)
      .catch(answerOfError)
      .then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(body === undefined ? "" : JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
}
