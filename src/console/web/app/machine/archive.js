// The archive of a server, and how far a standby is, from the samples of its metrics. Pure functions.
import { valueOf } from "./metrics.js";

const kStaleSeconds = 60; // the lag from which it is shown as a warning
const kBaseSeconds = 2 * 86_400; // and the age of a base, of which one is due each day

// {isUp, lag, lastWrite, lastBase, failures}, times in seconds since 1970, or null for a server without an archive.
// `lastBase` is null if no base was complete since the start of the server.
export function archiveOf(samples) {
  const up = valueOf(samples, "partita_archive_up");
  if (up === undefined) return null;
  return {
    isUp: up === 1, lag: valueOf(samples, "partita_archive_lag_seconds"),
    lastWrite: valueOf(samples, "partita_archive_last_write_timestamp_seconds") || null,
    lastBase: valueOf(samples, "partita_archive_last_base_timestamp_seconds") || null,
    failures: valueOf(samples, "partita_archive_failures_total") ?? 0,
  };
}

// {isUp, lag}, or null for a server that is not a standby.
export function standbyOf(samples) {
  const up = valueOf(samples, "partita_standby_up");
  return up === undefined ? null : { isUp: up === 1, lag: valueOf(samples, "partita_standby_lag_seconds") };
}

// The texts of warnings for the operator. `now` is in seconds since 1970.
export function archiveWarnings(archive, now) {
  return [
    archive.isUp ? "" : "The last write to the archive failed. GET /archive of the admin socket has the reason.",
    archive.lag >= kStaleSeconds ? "The archive is behind: a loss of the machine now would lose the writes since then."
      : "",
    archive.lastBase !== null && now - archive.lastBase > kBaseSeconds
      ? "The last base is old, so that a restore takes long." : "",
  ].filter(Boolean);
}

// Seconds of a lag as a person reads them.
export function lagText(seconds) {
  if (!Number.isFinite(seconds)) return "unknown";
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  return hours < 1 ? `${minutes} min ${Math.floor(seconds % 60)} s` : `${hours} h ${minutes % 60} min`;
}
