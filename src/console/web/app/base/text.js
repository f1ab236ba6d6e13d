// Quantities as a person reads them. Pure functions.

const kUnits = ["bytes", "KB", "MB", "GB", "TB", "PB"];

// A number of bytes, such as "1.2 MB"; a KB has 1,024 bytes, as in the service's limits.
export function bytesText(bytes) {
  if (bytes === undefined || bytes === null) return "unknown";
  let value = bytes, unit = 0;
  while (value >= 1024 && unit < kUnits.length - 1) { value /= 1024; ++unit; }
  return unit === 0 ? `${value} ${value === 1 ? "byte" : "bytes"}`
    : `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${kUnits[unit]}`;
}

// A whole number with separators, such as "1,234,567".
export function countText(count) {
  if (count === undefined || count === null) return "unknown";
  return Math.round(count).toLocaleString("en-US");
}

// A rate or another measured number with about three digits.
export function measureText(value) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1000) return countText(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : size >= 0.01
    ? value.toFixed(2) : value.toExponential(1);
}

// Seconds as "12 µs", "3.4 ms" or "1.2 s".
export function durationText(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 1e-3) return `${measureText(seconds * 1e6)} µs`;
  return seconds < 1 ? `${measureText(seconds * 1e3)} ms` : `${measureText(seconds)} s`;
}

export function timeText(seconds) {
  return new Date(seconds * 1000).toISOString().replace("T", " ").slice(0, 19) + " UTC";
}

// "1 item", "2 items".
export const plural = (count, word) => `${countText(count)} ${word}${count === 1 ? "" : "s"}`;

// The title of a preview that shows the first `shown` of `count` items.
export const previewTitle = (count, shown) =>
  (count === 1 ? "The item" : shown >= count ? "The items" : `The first ${countText(shown)} of them`);
