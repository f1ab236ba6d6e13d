// The icons, as paths on a grid of 16. They are decoration: a button with an icon alone has a label of its own.
import { m } from "../m.js";

const kPaths = {
  tables: "M2 3h12v10H2zM2 6.5h12M6 6.5V13",
  patterns: "M3 4h6M3 8h10M3 12h7M12 3l1.5 1.5L12 6",
  query: "M3 4l4 4-4 4M8 12h5",
  machine: "M2 12l3-5 3 3 3-6 3 4",
  backups: "M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3",
  stream: "M2 5c3 0 3 3 6 3s3-3 6-3M2 10c3 0 3 3 6 3s3-3 6-3",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M10.5 10.5L14 14",
  refresh: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.5h-2.5",
  edit: "M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2z",
  copy: "M5.5 5.5h7.5v7.5H5.5zM10.5 5.5V3H3v7.5h2.5",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5",
  download: "M8 2.5v8M5 7.5l3 3 3-3M3 13.5h10",
  upload: "M8 10.5v-8M5 5.5l3-3 3 3M3 13.5h10",
  play: "M5 3l8 5-8 5z",
  pause: "M5.5 3v10M10.5 3v10",
  left: "M10 3L5 8l5 5",
  right: "M6 3l5 5-5 5",
  down: "M3 6l5 5 5-5",
  key: "M5.5 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M7.3 8.2L13 2.5M10.5 5l2 2",
  sun: "M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7" +
    "M3.4 12.6l.7-.7M11.9 4.1l.7-.7",
  warn: "M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.2",
  columns: "M2 3h12v10H2zM6 3v10M10 3v10",
  help: "M6 6a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1v.5M8 12v.1M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13",
};

export function icon(name) {
  return m("svg.icon", { viewBox: "0 0 16 16", "aria-hidden": "true" }, m("path", { d: kPaths[name] }));
}
