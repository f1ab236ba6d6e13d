// The list of tables: counts, bytes, indexes, time to live, stream, throughput; creates and deletes tables.
import { bytesText, countText, plural } from "../base/text.js";
import { m } from "../m.js";
import { session } from "../session.js";
import { tables } from "../tables.js";
import { button } from "../ui/button.js";
import { fault as notice } from "../ui/fault.js";
import { addCommands } from "../ui/palette.js";
import { ByName } from "./tables/by_name.js";
import { createTable } from "./tables/create.js";
import { deleteTable } from "./tables/delete.js";
import { keyText, throughputText } from "./tables/describe.js";
import { Descriptions } from "./tables/descriptions.js";
import { createFromFile } from "./tables/from_file.js";

function described(table, ttl) {
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? []),
    ...(table.VectorIndexes ?? [])];
  return [
    m("td", m("span.badge", { class: table.TableStatus === "ACTIVE" ? "ok" : "warn" }, table.TableStatus)),
    m("td.mono", keyText(table.KeySchema, table.AttributeDefinitions)),
    m("td.number", countText(table.ItemCount)),
    m("td.number", bytesText(table.TableSizeBytes)),
    m("td", { title: indexes.map((index) => index.IndexName).join(", ") }, indexes.length || "–"),
    m("td.mono", ttl || "–"),
    m("td", table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType.toLowerCase()
      .replaceAll("_", " ") : "–"),
    m("td", throughputText(table)),
  ];
}

function row(name, { faults, ttl }, drop) {
  const table = tables.descriptions.get(name), fault = faults.get(name);
  const cells = fault ? m("td", { colspan: 8 }, m("span.badge.danger", `${fault.code}: ${fault.message}`))
    : table ? described(table, ttl.get(name)) : m("td.muted", { colspan: 8 }, "Reading");
  return m("tr", { key: name }, [
    m("td", m("a", { href: `#!/tables/${encodeURIComponent(name)}/items` }, name)),
    cells,
    m("td", session.server.ReadOnly ? null : button(`Delete ${name}`, () => drop(name),
      { kind: "plain", small: true, iconName: "trash", hideText: true })),
  ]);
}

function table(names, descriptions, drop) {
  const titles = ["Table", "Status", "Key", "Items", "Size", "Indexes", "Time to live", "Stream", "Throughput"];
  return m(".scroll", m("table", [
    m("caption.visually-hidden", "Tables of this server"),
    m("thead", m("tr", titles.map((text) =>
      m("th", { scope: "col", class: text === "Items" || text === "Size" ? "number" : "" }, text)),
    m("th", m("span.visually-hidden", "Actions")))),
    m("tbody", names.map((name) => row(name, descriptions, drop))),
  ]));
}

function noTable() {
  return m(".panel.empty", [
    m("p", "There is no table yet."),
    session.server.ReadOnly ? null : m("p", "Create one here, or let your program create it at this endpoint."),
  ]);
}

function listView(names, descriptions, drop) {
  if (tables.names === null) return m("p.loading", "Reading the list of tables");
  return tables.names.length === 0 && !tables.fault ? noTable() : table(names, descriptions, drop);
}

function head(search, { create, createFrom, refresh }) {
  return m(".page-head", [
    m("h1", "Tables"),
    tables.names ? m("span.badge", plural(tables.names.length, "table")) : null,
    m("span.fill"),
    search,
    button("Refresh", refresh, { iconName: "refresh", hideText: true }),
    session.server.ReadOnly ? null : [
      button("From a file", createFrom, { iconName: "upload" }),
      button("Create table", create, { kind: "primary", iconName: "plus" }),
    ],
  ]);
}

export const TablesPage = () => {
  let wanted = "", removeCommands = null;
  const descriptions = new Descriptions(m.redraw), refresh = () => descriptions.read();
  const after = (work) => work.then((done) => done && refresh());
  const create = () => after(createTable(refresh)), createFrom = () => after(createFromFile());
  const drop = (name) => after(deleteTable(name));
  const search = () => m("input", { type: "search", placeholder: "Find a table", "aria-label": "Find a table",
    value: wanted, oninput: (e) => (wanted = e.target.value) });

  return {
    oninit: () => {
      refresh();
      if (session.server.ReadOnly) return;
      removeCommands = addCommands(() => [
        { text: "Create a table", kind: "Action", run: create },
        { text: "Create tables from a file", kind: "Action", run: createFrom },
      ]);
    },
    onremove: () => { descriptions.stop(); removeCommands?.(); },
    view: () => {
      const names = (tables.names ?? []).filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
      return [
        head(search(), { create, createFrom, refresh }),
        notice(tables.fault, { again: refresh }),
        tables.fault?.code === "AccessDeniedException" ? m(ByName) : null,
        listView(names, descriptions, drop),
        names.length === 0 && tables.names?.length ? m("p.empty", "No table has this in its name.") : null,
      ];
    },
  };
};
