// The list of tables: counts, bytes, indexes, time to live, stream, throughput; creates and deletes tables.
import { m } from "../m.js";
import { session } from "../session.js";
import { bytesText, countText, plural } from "../base/text.js";
import { describeTable, listTables, tables } from "../tables.js";
import { button } from "../ui/button.js";
import { fault as notice } from "../ui/fault.js";
import { addCommands } from "../ui/palette.js";
import { ByName } from "./tables/by_name.js";
import { createTable } from "./tables/create.js";
import { createFromFile } from "./tables/from_file.js";
import { deleteTable } from "./tables/delete.js";
import { throughputText, keyText } from "./tables/describe.js";
import { ttlOf } from "./tables/ttl.js";

// Descriptions that are asked for at a time, so that a list of a thousand tables neither floods the server nor waits
// long.
const kAtATime = 6;

export const TablesPage = () => {
  let wanted = "", stopped = false, removeCommands = null;
  const faults = new Map(), ttl = new Map();

  const describeAll = async () => {
    const queue = [...(await listTables())];
    const work = async () => {
      for (let name = queue.shift(); name !== undefined && !stopped; name = queue.shift()) {
        try {
          await describeTable(name, { fresh: true });
          ttl.set(name, await ttlOf(name));
          faults.delete(name);
        } catch (error) {
          faults.set(name, error);
        }
        m.redraw();
      }
    };
    await Promise.all(Array.from({ length: kAtATime }, work));
  };

  const row = (name) => {
    const table = tables.descriptions.get(name), fault = faults.get(name);
    const link = m("a", { href: `#!/tables/${encodeURIComponent(name)}/items` }, name);
    const drop = m("td", session.server.ReadOnly
      ? null : button(`Delete ${name}`, () => deleteTable(name).then((done) => done && describeAll()),
      { kind: "plain", small: true, iconName: "trash", hideText: true }));
    if (fault)
      return m("tr", { key: name }, [m("td", link),
        m("td", { colspan: 8 }, m("span.badge.danger", `${fault.code}: ${fault.message}`)), drop]);
    if (!table) return m("tr", { key: name }, [m("td", link), m("td.muted", { colspan: 8 }, "Reading"), drop]);
    const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? []),
      ...(table.VectorIndexes ?? [])];
    return m("tr", { key: name }, [
      m("td", link),
      m("td", m("span.badge", { class: table.TableStatus === "ACTIVE" ? "ok" : "warn" }, table.TableStatus)),
      m("td.mono", keyText(table.KeySchema, table.AttributeDefinitions)),
      m("td.number", countText(table.ItemCount)),
      m("td.number", bytesText(table.TableSizeBytes)),
      m("td", { title: indexes.map((index) => index.IndexName).join(", ") }, indexes.length || "–"),
      m("td.mono", ttl.get(name) || "–"),
      m("td", table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType.toLowerCase()
        .replaceAll("_", " ") : "–"),
      m("td", throughputText(table)),
      drop,
    ]);
  };

  return {
    oninit: () => {
      describeAll();
      if (session.server.ReadOnly) return;
      removeCommands = addCommands(() => [
        { text: "Create a table", kind: "Action", run: () => createTable().then((done) => done && describeAll()) },
        { text: "Create tables from a file", kind: "Action",
          run: () => createFromFile().then((done) => done && describeAll()) },
      ]);
    },
    onremove: () => { stopped = true; removeCommands?.(); },
    view: () => {
      const names = (tables.names ?? []).filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
      return [
        m(".page-head", [
          m("h1", "Tables"),
          tables.names ? m("span.badge", plural(tables.names.length, "table")) : null,
          m("span.fill"),
          m("input", { type: "search", placeholder: "Find a table", "aria-label": "Find a table", value: wanted,
            oninput: (e) => (wanted = e.target.value) }),
          button("Refresh", describeAll, { iconName: "refresh", hideText: true }),
          session.server.ReadOnly ? null : [
            button("From a file", () => createFromFile().then((done) => done && describeAll()), { iconName: "upload" }),
            button("Create table", () => createTable().then((done) => done && describeAll()),
              { kind: "primary", iconName: "plus" }),
          ],
        ]),
        notice(tables.fault, { again: describeAll }),
        tables.fault?.code === "AccessDeniedException" ? m(ByName) : null,
        tables.names === null ? m("p.loading", "Reading the list of tables")
          : tables.names.length === 0 && !tables.fault ? m(".panel.empty", [
            m("p", "There is no table yet."),
            session.server.ReadOnly ? null : m("p", "Create one here, or let your program create it at this endpoint."),
          ])
            : m(".scroll", m("table", [
              m("caption.visually-hidden", "Tables of this server"),
              m("thead", m("tr", ["Table", "Status", "Key", "Items", "Size", "Indexes", "Time to live", "Stream",
                "Throughput"].map((text) =>
                m("th", { scope: "col", class: text === "Items" || text === "Size" ? "number" : "" }, text)), m("th",
                m("span.visually-hidden", "Actions")))),
              m("tbody", names.map(row)),
            ])),
        names.length === 0 && tables.names?.length ? m("p.empty", "No table has this in its name.") : null,
      ];
    },
  };
};
