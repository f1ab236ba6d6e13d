// Turns a table's stream on.
import { call } from "../../api.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { fault as faultView } from "../../ui/fault.js";
import { Field, select } from "../../ui/field.js";
import { toast } from "../../ui/toast.js";
import { sleep } from "../../dynamo/streams/stream_tail.js";

const kViewTypes = [
  ["NEW_AND_OLD_IMAGES", "New and old images: the whole item before and after"],
  ["NEW_IMAGE", "New image: the item after the change"],
  ["OLD_IMAGE", "Old image: the item before the change"],
  ["KEYS_ONLY", "Keys only"],
];

export const EnableStream = () => {
  let viewType = "NEW_AND_OLD_IMAGES", busy = false, fault = null;
  async function enable(table, reload) {
    busy = true;
    fault = null;
    const { TableName } = table;
    try {
      await call("UpdateTable", { TableName, StreamSpecification: { StreamEnabled: true, StreamViewType: viewType } });
      // The table is UPDATING for a while, on Amazon some seconds.
      for (let tries = 0; tries < 60; ++tries) {
        const { Table } = await call("DescribeTable", { TableName });
        if (Table.TableStatus === "ACTIVE" && Table.LatestStreamArn) break;
        await sleep(1000);
      }
      await reload();
      toast(`The stream of ${TableName} is on.`);
    } catch (error) {
      fault = error;
    }
    busy = false;
    m.redraw();
  }
  return {
    view: ({ attrs: { table, reload } }) => m(".panel.stack", [
      m("h2", "The stream of this table is off"),
      m("p.muted", "A stream keeps each change of an item for 24 hours, and programs read it in order."),
      session.server.ReadOnly ? m(".notice", "This console is read-only, so that it cannot turn the stream on.")
        : m(".row.tail-bar", [
        m(Field, { label: "A record has",
          control: (a) => select(kViewTypes, viewType, (value) => (viewType = value), a) }),
        button(busy ? "Turning on" : "Turn the stream on", () => enable(table, reload),
          { kind: "primary", disabled: busy }),
        m("span.muted", ["Sends UpdateTable with ", m("code", `StreamViewType ${viewType}`), "."]),
      ]),
      faultView(fault),
    ]),
  };
};
