import assert from "node:assert/strict";
import { test } from "node:test";
import { archiveOf, archiveWarnings, lagText, standbyOf } from "../../../../src/console/web/app/machine/archive.js";
import { parseMetrics } from "../../../../src/console/web/app/machine/metrics.js";

const of = (up, lag, base) => parseMetrics(`partita_archive_up ${up}
partita_archive_lag_seconds ${lag}
partita_archive_last_write_timestamp_seconds 1000.5
partita_archive_last_base_timestamp_seconds ${base}
partita_archive_failures_total 3
`);

test("the archive is read from the metrics, and a server without one has none", () => {
  assert.deepEqual(archiveOf(of(1, 0.3, 900)), { isUp: true, lag: 0.3, lastWrite: 1000.5, lastBase: 900, failures: 3 });
  assert.equal(archiveOf(of(1, 0.3, 0)).lastBase, null);
  assert.equal(archiveOf(parseMetrics("partita_process_resident_bytes 1\n")), null);
});

test("a standby is read from its metrics", () => {
  assert.deepEqual(standbyOf(parseMetrics("partita_standby_up 0\npartita_standby_lag_seconds 4.5\n")),
    { isUp: false, lag: 4.5 });
  assert.equal(standbyOf(of(1, 0, 0)), null);
});

test("a user is warned of an archive that is not reached, is behind, or has an old base", () => {
  assert.deepEqual(archiveWarnings(archiveOf(of(1, 0.3, 900)), 1001), []);
  assert.match(archiveWarnings(archiveOf(of(0, 0.3, 900)), 1001).join(), /failed/);
  assert.match(archiveWarnings(archiveOf(of(1, 60, 900)), 1001).join(), /behind/);
  assert.match(archiveWarnings(archiveOf(of(1, 0.3, 900)), 900 + 2 * 86_400 + 1).join(), /base is old/);
});

test("a lag is seconds, minutes or hours", () => {
  assert.deepEqual([0.266, 59.96, 61, 3599, 7260, NaN, undefined].map(lagText),
    ["0.3 s", "60.0 s", "1 min 1 s", "59 min 59 s", "2 h 1 min", "unknown", "unknown"]);
});
