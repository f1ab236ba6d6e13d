// Which colour is which entity, with counts. Each entry shows or hides its items.
import { countText } from "../../base/text.js";
import { countBy } from "../../dynamo/collections/bands.js";
import { m } from "../../m.js";
import { icon } from "../../ui/icon.js";

export const Legend = {
  view: ({ attrs: { items, judge, colourOf, hidden, onlyMarked, toggle, mark } }) => {
    const marked = judge.isModel ? items.filter((item) => judge.findings(item).length > 0).length : 0;
    return m(".legend", { role: "group", "aria-label": `Entities, ${judge.basis}` }, [
      m("span.muted", `Entities (${judge.basis}):`),
      countBy(items, (item) => judge.nameOf(item)).map(([name, count]) => m("button.button.small", {
        type: "button", key: name, "aria-pressed": String(!hidden.has(name)), class: `entity-${colourOf(name)}`,
        title: hidden.has(name) ? `Show ${name}` : `Hide ${name}`, onclick: () => toggle(name),
      }, [m("span.swatch", { "aria-hidden": "true" }), m("span.legend-name", name || "item"),
      m("span.muted", countText(count))])),
      marked > 0 || onlyMarked ? m("button.button.small.warned", { type: "button", "aria-pressed": String(onlyMarked),
        onclick: mark },
        [icon("warn"), `Only items that differ from the model`, m("span.muted", countText(marked))]) : null,
    ]);
  },
};
