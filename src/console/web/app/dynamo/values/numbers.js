// DynamoDB's numbers, as texts: up to 38 significant digits, from 1E-130 to 9.99E+125. No number passes through a
// number of JavaScript, which has 15 digits.

const kForm = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;
const kMostDigits = 38, kLeastExponent = -130, kMostExponent = 125;

// The parts of a number: {negative, digits, exponent}, which is 0.DIGITS times 10^exponent without zeros at the ends,
// or null if the text is not a number. Zero has no digits.
function parts(text) {
  const found = kForm.exec(text);
  if (!found || (!found[2] && !found[3])) return null;
  const whole = found[2] ?? "", fraction = found[3] ?? "";
  const all = whole + fraction;
  const lead = all.length - all.replace(/^0+/, "").length;
  const digits = all.slice(lead).replace(/0+$/, "");
  if (!digits) return { negative: false, digits: "", exponent: 0 };
  return { negative: found[1] === "-", digits, exponent: whole.length - lead + Number(found[4] ?? 0) };
}

// Why DynamoDB would refuse this text as a number, or null.
export function numberFault(text) {
  const found = parts(text);
  if (!found) return text === "" ? "A number must stand here." : "This is not a number.";
  if (found.digits.length > kMostDigits)
    return `A number has at most ${kMostDigits} significant digits; this one has ${found.digits.length}.`;
  if (found.digits && found.exponent - 1 > kMostExponent) return "A number is at most 9.99E+125.";
  if (found.digits && found.exponent - 1 < kLeastExponent) return "A number other than 0 is at least 1E-130.";
  return null;
}

// One text for all ways to write a number, so that equal numbers have equal texts. Other texts stay as they are.
export function canonicalNumber(text) {
  const found = parts(text);
  if (!found) return text;
  return found.digits ? `${found.negative ? "-" : ""}0.${found.digits}E${found.exponent}` : "0";
}

// The bytes that a number takes in an item: one for each two digits, one, and one more if it is negative.
export function numberSize(text) {
  const found = parts(text);
  if (!found || !found.digits) return 1;
  return Math.ceil(found.digits.length / 2) + 1 + (found.negative ? 1 : 0);
}

// -1, 0 or 1 for two valid numbers.
export function compareNumbers(a, b) {
  const [x, y] = [parts(a), parts(b)];
  const sign = (p) => (!p.digits ? 0 : p.negative ? -1 : 1);
  if (sign(x) !== sign(y)) return Math.sign(sign(x) - sign(y));
  if (!sign(x)) return 0;
  const order = Math.sign(x.exponent - y.exponent) || (x.digits < y.digits ? -1 : x.digits > y.digits ? 1 : 0);
  return (order * sign(x)) || 0;
}
