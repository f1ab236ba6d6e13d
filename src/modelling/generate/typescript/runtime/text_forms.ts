// The texts of times, identifiers and bytes in string keys.
import type { FieldKind, KeyField } from "./description.js";

// In a form, 'd' is a decimal digit, 'x' a lower-case hex digit and 'u' a digit of Crockford's base 32 in upper case.
// Any other character is itself.
const forms: { readonly [kind in FieldKind]?: string } = {
  time: "dddd-dd-ddTdd:dd:dd.dddZ",
  date: "dddd-dd-dd",
  uuid: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
  ulid: "uuuuuuuuuuuuuuuuuuuuuuuuuu",
};

function matches(form: string, c: string): boolean {
  if (form === "d") return c >= "0" && c <= "9";
  if (form === "x") return (c >= "0" && c <= "9") || (c >= "a" && c <= "f");
  if (form === "u") return (c >= "0" && c <= "9") || (c >= "A" && c <= "Z" && !"ILOU".includes(c));
  return form === c;
}

// Checks the month, day, hour, minute and second, each if the text contains it.
function inCalendar(text: string): boolean {
  const within = (at: number, low: number, high: number): boolean => {
    if (text.length < at + 2) return true;
    const number = Number(text.slice(at, at + 2));
    return number >= low && number <= high;
  };
  return within(5, 1, 12) && within(8, 1, 31) && within(11, 0, 23) && within(14, 0, 59) && within(17, 0, 60);
}

// Returns true if the text is the beginning of a text of the kind's form, or is empty. True for kinds without a form.
export function beginsForm(kind: FieldKind, text: string): boolean {
  const form = forms[kind];
  if (form === undefined) return true;
  if (text.length > form.length) return false;
  for (let i = 0; i < text.length; ++i) if (!matches(form[i]!, text[i]!)) return false;
  if (kind === "ulid") return text === "" || text[0]! <= "7"; // a ULID has 128 bits
  return kind === "uuid" || inCalendar(text);
}

// Returns true if the text has the one form of its kind: 2026-01-05T10:00:00.000Z for a time, 2026-01-05 for a date,
// lower-case hex with hyphens for a UUID, 26 upper-case characters for a ULID. True for other kinds.
export function hasForm(kind: FieldKind, text: string): boolean {
  const form = forms[kind];
  return form === undefined || (text.length === form.length && beginsForm(kind, text));
}

// Returns the number of characters of a time or date that the format keeps: 4, 7, 10 or 13. 0 if the format or the kind
// does not cut.
export function cutSize(kind: FieldKind, format: KeyField["format"]): number {
  if (kind !== "time" && kind !== "date") return 0;
  if (format === "year") return 4;
  if (format === "month") return 7;
  if (format === "day") return 10;
  return format === "hour" && kind === "time" ? 13 : 0;
}

// Returns the lower-case hex of bytes, whose order is the order of the bytes.
export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Returns the bytes of lower-case hex, or undefined for any other text.
export function readHex(hex: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) return undefined;
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
