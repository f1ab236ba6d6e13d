// The order that sort keys have: strings by the bytes of UTF-8, numbers as numbers of any length, binary by its bytes.
import { typeOf } from "./values.js";

function compareCodePoints(a, b) {
  // UTF-8 has the order of code points; JavaScript's < has the order of UTF-16, which differs beyond the first plane.
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; ++at) {
    if (a[at] === b[at]) continue;
    let x = a.charCodeAt(at), y = b.charCodeAt(at);
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

// {sign, exponent, digits}: 0.digits × 10^exponent.
function decimal(text) {
  const [, minus, whole, fraction = "", power = "0"] = /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text.trim()) ??
    [null, "", "0"];
  const all = whole + fraction;
  const leading = all.length - all.replace(/^0+/, "").length;
  const digits = all.slice(leading).replace(/0+$/, "");
  if (digits === "") return { sign: 0, exponent: 0, digits };
  return { sign: minus === "-" ? -1 : 1, exponent: whole.length - leading + Number(power), digits };
}

export function compareNumbers(a, b) {
  const x = decimal(a), y = decimal(b);
  if (x.sign !== y.sign) return x.sign - y.sign;
  if (x.sign === 0) return 0;
  if (x.exponent !== y.exponent) return (x.exponent - y.exponent) * x.sign;
  return x.digits === y.digits ? 0 : (x.digits < y.digits ? -1 : 1) * x.sign;
}

const kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
function compareBase64(a, b) {
  const x = a.replace(/=+$/, ""), y = b.replace(/=+$/, "");
  for (let at = 0; at < Math.min(x.length, y.length); ++at)
    if (x[at] !== y[at]) return kAlphabet.indexOf(x[at]) - kAlphabet.indexOf(y[at]);
  return x.length - y.length;
}

// Less than zero: a is before b. Values of two types, which no sort key has, are ordered by their types' names.
export function compareValues(a, b) {
  if (!a || !b) return (a ? 1 : 0) - (b ? 1 : 0);
  const type = typeOf(a), other = typeOf(b);
  if (type !== other) return type < other ? -1 : 1;
  if (type === "N") return compareNumbers(a.N, b.N);
  if (type === "B") return compareBase64(a.B, b.B);
  return compareCodePoints(String(a[type]), String(b[type]));
}

// A function that compares two items by these attributes.
export function byAttributes(names, forward = true) {
  return (a, b) => {
    for (const name of names) {
      const order = compareValues(a[name], b[name]);
      if (order !== 0) return forward ? order : -order;
    }
    return 0;
  };
}
