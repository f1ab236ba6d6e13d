// Whole numbers of up to 64 bits, with or without a sign, and their texts in string keys, which sort as the numbers do.
import type { FieldKind } from "./description.js";
import { readNumber } from "./number_text.js";

const end = 1n << 64n;

function magnitudeOf(number: bigint): bigint {
  return number < 0n ? -number : number;
}

// Returns the number that an attribute holds, for example as 5, -5, 5.0 or 5E3. undefined if it is not whole or exceeds
// 64 bits.
export function wholeNumber(text: string): bigint | undefined {
  if (/^-?[0-9]{1,19}$/.test(text)) return BigInt(text);
  if (/^-?[0-9]+$/.test(text) && magnitudeOf(BigInt(text)) < end) return BigInt(text);
  const exact = readNumber(text);
  if (!exact || exact.scale < 0) return undefined;
  const number = exact.digits * 10n ** BigInt(exact.scale);
  return magnitudeOf(number) < end ? number : undefined;
}

// Returns true if a field of this kind can hold the number: the range is that of 64 bits without a sign for "unsigned",
// and with a sign otherwise.
export function fits(kind: FieldKind, number: bigint): boolean {
  return kind === "unsigned" ? number >= 0n : BigInt.asIntN(64, number) === number;
}

// Returns the number with leading zeros as `width` digits, or undefined if it has more digits.
// Requires: the number is at least zero.
export function padded(number: bigint, width: number): string | undefined {
  const text = number.toString();
  return text.length > width ? undefined : text.padStart(width, "0");
}

// Reads a text of exactly `width` digits. Returns undefined for any other text.
export function readPadded(text: string, width: number): bigint | undefined {
  if (text.length !== width || !/^[0-9]+$/.test(text)) return undefined;
  const number = BigInt(text);
  return number < end ? number : undefined;
}

function ninesComplement(digits: string): string {
  return digits.replace(/[0-9]/g, (digit) => String(9 - Number(digit)));
}

// Returns '1' and `width` digits if the number is at least zero, or '0' and the nines' complement of its `width` digits
// if it is negative. At width 3 the texts of 5, 0 and -5 are 1005, 1000 and 0994. The byte order of the texts is the
// order of the numbers. undefined if the number has more digits.
export function signedPadded(number: bigint, width: number): string | undefined {
  const digits = padded(magnitudeOf(number), width);
  if (digits === undefined) return undefined;
  return number < 0n ? "0" + ninesComplement(digits) : "1" + digits;
}

// Reads such a text. Returns undefined if signedPadded() cannot have written it.
export function readSignedPadded(text: string, width: number): bigint | undefined {
  const sign = text[0];
  if (sign !== "0" && sign !== "1") return undefined;
  const digits = text.slice(1);
  const number = readPadded(sign === "0" ? ninesComplement(digits) : digits, width);
  if (number === undefined || (sign === "0" && number === 0n)) return undefined;
  return sign === "0" ? -number : number;
}
