// Signature Version 4 of a request of the console, with the browser's own cryptography. Browsers offer it only on
// loopback and over TLS.
//
// Source of the rules: "Create a signed AWS API request" in the IAM user guide.

const encoder = new TextEncoder();
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = (text) => crypto.subtle.digest("SHA-256", encoder.encode(text));

async function hmac(key, text) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, encoder.encode(text));
}

// Returns the fields of a signed `POST /`: those of `headers`, X-Amz-Date, X-Amz-Security-Token if the keys have a
// session token, and Authorization. `keys` is {accessKeyId, secretAccessKey, sessionToken?}, `now` a Date.
export async function signed({ headers, body, host, region, keys, now }) {
  if (!globalThis.crypto?.subtle)
    throw new Error("This browser signs only on pages of this machine (localhost) and over TLS (https).");
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const all = { ...headers, "X-Amz-Date": time };
  if (keys.sessionToken) all["X-Amz-Security-Token"] = keys.sessionToken;
  const lines = [["host", host], ...Object.entries(all).map(([name, value]) => [name.toLowerCase(), value.trim()])];
  lines.sort(([a], [b]) => (a < b ? -1 : 1));
  const names = lines.map(([name]) => name).join(";");
  const canonical = ["POST", "/", "", ...lines.map(([name, value]) => `${name}:${value}`), "", names,
    hex(await sha256(body))].join("\n");
  const scope = `${day}/${region}/dynamodb/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, hex(await sha256(canonical))].join("\n");
  /** @type {BufferSource} */
  let key = encoder.encode("AWS4" + keys.secretAccessKey);
  for (const part of [day, region, "dynamodb", "aws4_request"]) key = await hmac(key, part);
  const signature = hex(await hmac(key, toSign));
  all.Authorization =
    `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return all;
}
