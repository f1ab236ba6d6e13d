// Identifiers that sort by their time.
import { randomBytes } from "node:crypto";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function newUlid(now = Date.now()): string {
  let time = "";
  for (let rest = now, i = 0; i < 10; ++i, rest = Math.floor(rest / 32)) time = digits[rest % 32]! + time;
  return time + Array.from(randomBytes(16), (byte) => digits[byte % 32]!).join("");
}
