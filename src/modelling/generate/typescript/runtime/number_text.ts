// Exact decimal numbers as DynamoDB has them, with up to 38 significant digits. The magnitude is 0 or between 1E-130
// and 9.99...E+125.
import { ModelError } from "./errors.js";

// The value is digits * 10^scale. The last digit is not zero, and zero has the scale 0, so that equal numbers have
// equal parts.
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const mostDigits = 38;
const mostExponent = 126;
const leastExponent = -129;
// Exponents beyond this bound are all alike, because the digits of a text cannot make up for them.
const exponentBound = 1_000_000_000_000;

const tooManyDigits = "Attempting to store more than 38 significant digits in a Number";
const overflow = "Number overflow. Attempting to store a number with magnitude larger than supported range";
const underflow = "Number underflow. Attempting to store a number with magnitude smaller than supported range";

function digitCount(digits: bigint): number {
  return (digits < 0n ? -digits : digits).toString().length;
}

function normal(digits: bigint, scale: number): Decimal {
  if (digits === 0n) return { digits, scale: 0 };
  const text = digits.toString();
  const kept = text.replace(/0+$/, "");
  return { digits: BigInt(kept), scale: scale + text.length - kept.length };
}

// The exponent is that of the number in the form 0.d1d2... * 10^exponent.
function faultOfExponent(exponent: number): string | undefined {
  if (exponent > mostExponent) return overflow;
  return exponent < leastExponent ? underflow : undefined;
}

function readExponent(text: string): number | undefined {
  const exponent = BigInt(text.replace(/^\+/, ""));
  if (exponent !== BigInt.asIntN(64, exponent)) return undefined;
  return Math.min(Math.max(Number(exponent), -exponentBound), exponentBound);
}

function read(text: string): Decimal | string {
  const notANumber = `The parameter cannot be converted to a numeric value: ${text}`;
  const parts = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(text);
  const whole = parts?.[2] ?? "";
  const fraction = parts?.[3] ?? "";
  if (!parts || whole + fraction === "") return notANumber;
  const exponent = readExponent(parts[4] ?? "0");
  if (exponent === undefined) return notANumber;
  const digits = BigInt(whole + fraction);
  // A zero must be in range too, by its written exponent. It has one digit, the last one.
  if (digits === 0n) return faultOfExponent(exponent + 1 - fraction.length) ?? { digits, scale: 0 };
  const number = normal(parts[1] === "-" ? -digits : digits, exponent - fraction.length);
  const count = digitCount(number.digits);
  if (count > mostDigits) return tooManyDigits;
  return faultOfExponent(count + number.scale) ?? number;
}

// Returns the number that the text has. Throws ModelError, with the service's words, for a text that is not a number,
// has more than 38 significant digits or is out of range.
export function parseNumber(text: string): Decimal {
  const number = read(text);
  if (typeof number === "string") throw new ModelError(number);
  return number;
}

// Returns the number that the text has, or undefined if parseNumber() would throw.
export function readNumber(text: string): Decimal | undefined {
  const number = read(text);
  return typeof number === "string" ? undefined : number;
}

// The number from which sums start.
export const zero: Decimal = { digits: 0n, scale: 0 };

// Returns a whole number as a decimal one.
export function decimalOf(whole: bigint): Decimal {
  return normal(whole, 0);
}

function aligned(a: Decimal, b: Decimal): { readonly a: bigint; readonly b: bigint; readonly scale: number } {
  const scale = Math.min(a.scale, b.scale);
  const digits = (one: Decimal): bigint => one.digits * 10n ** BigInt(one.scale - scale);
  return { a: digits(a), b: digits(b), scale };
}

function sumOf(a: Decimal, b: Decimal): Decimal | string {
  const parts = aligned(a, b);
  const sum = normal(parts.a + parts.b, parts.scale);
  if (sum.digits === 0n || b.digits === 0n || a.digits === 0n) return sum;
  const count = digitCount(sum.digits);
  // The service calls both an overflow.
  return count > mostDigits ? overflow : (faultOfExponent(count + sum.scale) ?? sum);
}

// Returns the exact sum. Throws ModelError if it is out of range or needs more than 38 digits.
export function plus(a: Decimal, b: Decimal): Decimal {
  const sum = sumOf(a, b);
  if (typeof sum === "string") throw new ModelError(sum);
  return sum;
}

// Returns the exact sum, or undefined if plus() would throw.
export function sumIfValid(a: Decimal, b: Decimal): Decimal | undefined {
  const sum = sumOf(a, b);
  return typeof sum === "string" ? undefined : sum;
}

// Returns the exact difference. Throws ModelError as plus() does.
export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { digits: -b.digits, scale: b.scale });
}

// Returns a negative number, 0 or a positive number, as a sort needs it.
export function compareNumbers(a: Decimal, b: Decimal): number {
  const parts = aligned(a, b);
  return parts.a < parts.b ? -1 : parts.a > parts.b ? 1 : 0;
}

// Returns the canonical text, in plain decimal notation without superfluous zeros and without "-0".
export function numberText(number: Decimal): string {
  const sign = number.digits < 0n ? "-" : "";
  const digits = number.digits.toString().replace("-", "");
  if (number.scale >= 0) return sign + digits + "0".repeat(number.scale);
  const point = digits.length + number.scale;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

// Returns the number as an integer of 64 bits with a sign, or undefined if it is not whole or does not fit.
export function toInt64(number: Decimal): bigint | undefined {
  if (number.scale < 0) return undefined;
  const whole = number.digits * 10n ** BigInt(number.scale);
  return whole === BigInt.asIntN(64, whole) ? whole : undefined;
}

// Returns the bytes that the service counts for a number in an item's size: one, another one for a minus sign, and one
// for each two significant digits before the point and after it. A text that is not a number counts its bytes.
export function sizeOfNumber(text: string): number {
  const number = readNumber(text);
  if (!number) return text.length;
  const count = number.digits === 0n ? 0 : digitCount(number.digits);
  const before = Math.min(Math.max(count + number.scale, 0), count);
  return 1 + (number.digits < 0n ? 1 : 0) + Math.ceil(before / 2) + Math.ceil((count - before) / 2);
}
