// The tooltip of a key: the template that made it, the indexes that it is a key of, the attribute and its full value.
import { scalarText, typeName } from "../../dynamo/values/short_text.js";
import { keyPlaces, placesText } from "../../dynamo/tables/key_places.js";
import { m } from "../../m.js";

export const kTip = "collection-tip";
const kMargin = 8;

// Beneath its cell, or above if the room beneath is too small.
function place(dom, anchor) {
  if (!anchor.isConnected) return;
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dom;
  const top = at.bottom + 4 + height > innerHeight && at.top - 4 - height > 0 ? at.top - 4 - height : at.bottom + 4;
  dom.style.top = `${top}px`;
  dom.style.left = `${Math.max(kMargin, Math.min(at.left, innerWidth - width - kMargin))}px`;
}

// `items` are the items whose key it is: one, or those of a partition.
export const Tip = {
  oncreate: ({ dom, attrs }) => place(dom, attrs.anchor),
  onupdate: ({ dom, attrs }) => place(dom, attrs.anchor),
  view: ({ attrs: { items, attribute, judge, views } }) => {
    const value = items[0][attribute];
    const templates = items.slice(0, 500).map((item) => judge.templateOf(item, attribute));
    const texts = [...new Set(templates.map((one) => one.text))];
    const findings = items.length === 1 ? judge.findingsOf(items[0], attribute) : [];
    const places = keyPlaces(views, attribute);
    return m(".tip", { id: kTip, role: "tooltip" }, [
      m("dl", [
        m("dt", templates[0].isGuess ? "Shape (a guess)" : texts.length > 1 ? "Templates" : "Template"),
        m("dd.mono", texts.slice(0, 6).map((text) => m("div", text))),
        places.length > 0 ? [m("dt", "Index"), m("dd", placesText(places))] : null,
        m("dt", "Attribute"),
        m("dd", [m("span.mono", attribute), value ? m("span.muted", ` ${typeName(value)}`) : null]),
        m("dt", "Value"), m("dd.mono", value ? scalarText(value, 400) : "not there"),
      ]),
      findings.map((one) => m(".notice.warn", [m("strong", one.Detail), one.Cure ? m("div", one.Cure) : null])),
    ]);
  },
};
