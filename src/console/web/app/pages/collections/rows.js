// The rows of item collections: a partition's band, its items, and the buttons beneath them.
import { countText, plural } from "../../base/text.js";
import { countBy } from "../../dynamo/collections/bands.js";
import { keyPlaces, placesText } from "../../dynamo/tables/key_places.js";
import { scalarText } from "../../dynamo/values/short_text.js";
import { typeOf } from "../../dynamo/values/values.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { icon } from "../../ui/icon.js";
import { kTip } from "./tip.js";

const kBrief = 60, kMostBrief = 8;

// `page` has the state: {view, views, judge, colourOf, active, tip, isOpen(item), toggle(item), ...}.
function cellAttrs(page, owner, column) {
  const isActive = page.active.owner === owner && page.active.column === column;
  const isTipped = page.tip?.owner === owner && page.tip?.attribute === column;
  return { "data-cell": column, tabindex: isActive ? 0 : -1, "aria-describedby": isTipped ? kTip : undefined };
}

function keyCell(page, item, attribute) {
  const isMarked = page.judge.findingsOf(item, attribute).length > 0;
  return m("td.key.mono", { role: "gridcell", ...cellAttrs(page, item, attribute), "data-key": attribute,
    class: isMarked ? "marked" : "" },
    isMarked ? [icon("warn"), m("span.visually-hidden", "not as the model composes it: ")] : null,
    item[attribute] ? scalarText(item[attribute], 160) : m("span.muted", "not there"));
}

function otherAttributes(page, item, hidden) {
  const names = Object.keys(item).filter((name) => !hidden.includes(name));
  // People look for the entity's own attributes, so the keys of other indexes and marks of libraries come last.
  const isKey = (name) => keyPlaces(page.views, name).length > 0;
  const rank = (name) => (isKey(name) ? 2 : name.startsWith("_") || name === page.judge.typeAttribute ? 1 : 0);
  names.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return m(".pairs", [names.slice(0, kMostBrief).map((name) => m("span.pair", {
    "data-key": isKey(name) ? name : undefined, class: page.judge.findingsOf(item, name).length > 0 ? "marked" : "",
  }, [m("span.muted", name), " ", m("span.mono", scalarText(item[name], kBrief))])),
  names.length > kMostBrief ? m("span.muted", `and ${names.length - kMostBrief} more`) : null]);
}

function details(page, item, columns) {
  const names = Object.keys(item).sort((a, b) => keyPlaces(page.views, b).length - keyPlaces(page.views, a).length ||
    (a < b ? -1 : 1));
  const general = page.judge.findings(item).filter((one) => !one.Attribute || !(one.Attribute in item));
  return m("tr.details", { role: "row", "aria-level": 3 }, m("td", { role: "gridcell", colspan: columns }, [
    general.map((one) => m(".notice.warn",
      [m("strong", one.Attribute ? `${one.Attribute}: ${one.Detail}` : one.Detail), one.Cure ? ` ${one.Cure}` : null])),
    m(".row", button("Open the item", () => page.open(item), { small: true, iconName: "edit" })),
    m("table.attributes", { "aria-label": "All attributes of the item" }, [
      m("thead", m("tr", ["Attribute", "Type", "Value", "Key"].map((text) => m("th", { scope: "col" }, text)))),
      m("tbody", names.map((name) => {
        const places = keyPlaces(page.views, name);
        const template = places.length > 0 ? page.judge.templateOf(item, name) : null;
        return m("tr", [
          m("th", { scope: "row" }, name), m("td.muted", typeOf(item[name])),
          m("td.mono.value", scalarText(item[name], 2000)),
          m("td", places.length === 0 ? null : [m("div", placesText(places)),
            m(".mono.muted", `${template.isGuess ? "shape (a guess): " : ""}${template.text}`),
            page.judge.findingsOf(item, name)
              .map((one) => m(".notice.warn", [m("strong", one.Detail), one.Cure ? ` ${one.Cure}` : null]))]),
        ]);
      })),
    ]),
  ]));
}

export function itemRows(page, item, columns, keyNames) {
  const name = page.judge.nameOf(item);
  const isOpen = page.isOpen(item);
  const count = page.judge.findings(item).length;
  return [
    m("tr.item", { role: "row", "aria-level": 2, "aria-expanded": String(isOpen), "data-row": "item",
      "data-item": page.numberOf(item), class: `entity-${page.colourOf(name)}` }, [
      m("td.entity", { role: "gridcell", ...cellAttrs(page, item, "entity") }, [
        m("span.swatch", { "aria-hidden": "true" }), m("span.entity-name", name || "item"),
        count > 0 ? m("span.badge.warn", plural(count, "finding")) : null]),
      keyNames.map((attribute) => keyCell(page, item, attribute)),
      m("td.others", { role: "gridcell", ...cellAttrs(page, item, "others") },
        otherAttributes(page, item, [...page.view.partition, ...page.view.sort])),
    ]),
    isOpen ? details(page, item, columns) : null,
  ];
}

export function bandRow(page, band, columns, shown) {
  const isClosed = page.isClosed(band);
  const counts = countBy(band.items, page.judge.nameOf.bind(page.judge));
  return m("tr.band", { role: "row", "aria-level": 1, "aria-expanded": String(!isClosed), "data-row": "band",
    "data-band": page.numberOf(band) }, [
    m("td", { role: "gridcell", colspan: columns }, m(".band-line", [
      page.view.partition.map((attribute, at) =>
        m("span.band-key", { ...cellAttrs(page, band, attribute), "data-key": attribute }, [
        at === 0 ? m("span.turn", { class: isClosed ? "closed" : "", "aria-hidden": "true" }, icon("down")) : null,
        m("span.muted", attribute), " ", m("span.mono", scalarText(band.key[at], 160))])),
      m("span.muted", plural(band.items.length, "item") + (page.reader.openBand === band ? " so far" : "") +
        (shown < band.items.length && !isClosed ? `, ${countText(shown)} shown` : "")),
      counts.length > 1 ? counts.map(([name, count]) => m("span.count", { class: `entity-${page.colourOf(name)}` },
        [m("span.swatch", { "aria-hidden": "true" }), `${name} ${countText(count)}`])) : null,
      m("span.fill"),
      page.reader.values ? null : m("button.button.small.plain", { type: "button", ...cellAttrs(page, band, "only"),
        onclick: () => page.only(band) }, "Only this partition"),
    ])),
  ]);
}

export function moreRow(page, band, columns, left, step) {
  return m("tr.more", { role: "row", "aria-level": 2, "data-row": "more", "data-band": page.numberOf(band) },
    m("td", { role: "gridcell", colspan: columns },
    m("button.button.small", { type: "button", ...cellAttrs(page, band, "more"), onclick: () => page.more(band) },
      left <= step ? `Show ${countText(left)} more` : `Show ${countText(step)} more of ${countText(left)}`)));
}
