// The archive that the server writes, and the one that a standby follows.
import { countText, timeText } from "../../base/text.js";
import { archiveOf, archiveWarnings, lagText, standbyOf } from "../../machine/archive.js";
import { m } from "../../m.js";

const badge = (isGood, good, bad) => m("span.badge", { class: isGood ? "ok" : "danger" }, isGood ? good : bad);
const fact = (name, value) => [m("dt", name), m("dd", value)];

function archiveView(archive) {
  return m("section.panel", { "aria-labelledby": "archive" }, [
    m(".panel-head", m("h2", { id: "archive" }, "Archive"), badge(archive.isUp, "reached", "not reached")),
    m("dl.facts", [
      fact("Behind by at most", lagText(archive.lag)),
      fact("Newest write in it", archive.lastWrite === null ? "none" : timeText(archive.lastWrite)),
      fact("Last base", archive.lastBase === null ? "none since the start of the server" : timeText(archive.lastBase)),
      archive.failures > 0 ? fact("Failed writes since the start", countText(archive.failures)) : null,
    ]),
    archiveWarnings(archive, Date.now() / 1000).map((text) => m(".notice.warn", text)),
  ]);
}

function standbyView(standby) {
  return m("section.panel", { "aria-labelledby": "standby" }, [
    m(".panel-head", m("h2", { id: "standby" }, "Standby"), badge(standby.isUp, "follows", "not followed")),
    m("dl.facts", fact("The state that it shows is older by at most", lagText(standby.lag))),
    standby.isUp ? null : m(".notice.warn", "The last look at the archive that this server follows failed."),
  ]);
}

// It is empty for a server that has no archive and is not a standby.
export function archivePanel(samples) {
  const archive = archiveOf(samples), standby = standbyOf(samples);
  return [archive ? archiveView(archive) : null, standby ? standbyView(standby) : null];
}
