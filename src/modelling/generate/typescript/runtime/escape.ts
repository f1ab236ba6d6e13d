// Escapes of field values in string keys. A value must not hold a '#', because '#' joins the fields.
//
// A byte up to '$' is escaped. This keeps the order of texts, also if one text begins with another. All these bytes are
// characters of ASCII, so the code units of a text can stand for its bytes.

export const delimiter = "#";
// The byte after the delimiter. All keys of a parent and its children are below the parent's key followed by this byte.
export const afterDelimiter = "$";

const lastEscaped = 0x24; // '$'

// Takes a text or bytes, and returns true if one of the bytes has to be escaped.
export function needsEscape(text: string | Uint8Array): boolean {
  for (let i = 0; i < text.length; ++i)
    if ((typeof text === "string" ? text.charCodeAt(i) : text[i]!) <= lastEscaped) return true;
  return false;
}

// Returns the escape of a text. The byte order of escapes is that of the texts, and the escape of a prefix is a prefix
// of the escape.
export function escapeText(text: string): string {
  return text.replace(/[\u0000-$]/g, (c) => "$" + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"));
}

// Returns the text of an escape, or undefined if escapeText() cannot have written it.
export function unescapeText(escaped: string): string | undefined {
  if (!/^(?:[^\u0000-$]|\$[01][0-9A-F]|\$2[0-4])*$/.test(escaped)) return undefined;
  return escaped.replace(/\$(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}
