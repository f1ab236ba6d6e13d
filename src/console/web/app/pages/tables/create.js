// The form of a new table.
import { call } from "../../api.js";
import { createTableRequest, emptyIndex, emptyTable, faultsOf, kStreamViews } from "../../dynamo/tables/table_form.js";
import { go } from "../../go.js";
import { m } from "../../m.js";
import { listTables } from "../../tables.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { checkbox, Field, select } from "../../ui/field.js";
import { report, toast } from "../../ui/toast.js";
import { indexFields, keyField, unitFields } from "./index_form.js";
import { setTtl } from "./ttl.js";
import { whenActive } from "./when_active.js";

function indexes(form, faults) {
  return [
    form.indexes.map((index, at) => m("fieldset.stack", { key: at }, [
      m("legend", `Index ${at + 1}`),
      indexFields(index, { faults: { name: faults[`index-${at}`] }, provisioned: form.billing === "PROVISIONED",
        mayBeLocal: true }),
      m("div", button("Remove the index", () => form.indexes.splice(at, 1),
        { kind: "plain", small: true, iconName: "trash" })),
    ])),
    m("div", button("Add an index", () => form.indexes.push(emptyIndex()), { small: true, iconName: "plus" })),
  ];
}

function options(form, faults) {
  return [
    m(".row", [
      m(Field, { label: "Capacity", control: (a) =>
        select([["PAY_PER_REQUEST", "On demand"], ["PROVISIONED", "Provisioned"]], form.billing,
          (value) => (form.billing = value), a) }),
      m(Field, { label: "Stream", control: (a) => select(kStreamViews, form.stream,
        (value) => (form.stream = value), a) }),
      m(Field, { label: "Time to live (optional)", hint: "The attribute with the time, in seconds since 1970",
        control: (a) => m("input.mono", { ...a, value: form.ttl,
          oninput: (e) => (form.ttl = e.target.value) }) }),
    ]),
    form.billing === "PROVISIONED" ? unitFields(form, faults) : null,
    checkbox("Protect the table against deletion", form.deletionProtection,
      (value) => (form.deletionProtection = value)),
  ];
}

function body(form, faults, refusal) {
  return [
    m(Field, { label: "Table name", fault: faults.name,
      control: (a) => m("input.mono", { ...a, value: form.name, autocomplete: "off", spellcheck: false,
        oninput: (e) => (form.name = e.target.value) }) }),
    keyField("Partition key", form.partition, { fault: faults.partition }),
    keyField("Sort key", form.sort, { fault: faults.sort, optional: true }),
    indexes(form, faults),
    options(form, faults),
    m("details", m("summary", "The request as JSON"), m("pre", JSON.stringify(createTableRequest(form), null, 2))),
    refusal ? m(".notice.error", { role: "alert" }, refusal) : null,
  ];
}

// After the request was accepted. `changed` is called when the table has its time to live, which comes later.
function created(form, changed) {
  toast(`${form.name} is created.`,
    { action: { text: "Open", run: () => go("/tables/:name/items", { name: form.name }) } });
  const ttl = form.ttl.trim();
  if (ttl) whenActive(form.name).then(() => setTtl(form.name, ttl, true)).then(changed).catch(report);
  listTables();
}

// Resolves with whether a table was created. `changed` is called when the table changed once more after that.
export function createTable(changed) {
  const form = emptyTable();
  let tried = false, busy = false, refusal = null;
  const submit = async (close) => {
    tried = true;
    if (Object.keys(faultsOf(form)).length) return;
    busy = true;
    refusal = null;
    try {
      await call("CreateTable", createTableRequest(form));
    } catch (error) {
      busy = false;
      refusal = `${error.code}: ${error.message}`;
      m.redraw();
      return;
    }
    close(true);
    created(form, changed);
  };
  return dialog({
    title: "Create table",
    body: () => body(form, tried ? faultsOf(form) : {}, refusal),
    foot: ({ close }) => [
      button("Cancel", () => close(false)),
      button(busy ? "Creating" : "Create table", () => submit(close), { kind: "primary", disabled: busy }),
    ],
  });
}
