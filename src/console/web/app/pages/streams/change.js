// One change of an item: its key, and its old and new image side by side with the differences marked.
import { diffImages } from "../../dynamo/values/images.js";
import { scalarText } from "../../dynamo/values/short_text.js";
import { typeOf } from "../../dynamo/values/values.js";
import { m } from "../../m.js";
import { freshId } from "../../ui/field.js";

const kKinds = { INSERT: "ok", MODIFY: "accent", REMOVE: "danger" };
const kMarks = { added: "added", removed: "removed", changed: "changed", same: "unchanged" };
const kLongText = 300;

// Articles of a feed are reached by PageUp and PageDown.
function onkeydown(event) {
  event.redraw = false;
  const to = event.key === "PageDown" ? event.currentTarget.nextElementSibling
    : event.key === "PageUp" ? event.currentTarget.previousElementSibling : null;
  if (!to) return;
  event.preventDefault();
  to.focus();
}

const cell = (value, change) => m("td.image", { class: change }, value === undefined ? m("span.muted", "–")
  : [m("span.type", typeOf(value)), " ", m("span.mono", scalarText(value, kLongText))]);

function row({ name, before, after, change, inside }, hasBoth, isPart) {
  const kind = hasBoth ? change : "same";
  return [
    m("tr", { class: kind }, [
      m("th", { scope: "row" }, name,
        kind === "same" || !isPart ? null
          : m("span.badge", { class: kind === "added" ? "ok" : kind === "removed" ? "danger" : "accent" },
            kMarks[kind])),
      cell(before, kind === "added" ? "" : kind), cell(after, kind === "removed" ? "" : kind),
    ]),
    ...(hasBoth ? inside : []).slice(0, 40).map((place) => m("tr.inside", [
      m("th", { scope: "row" }, place.path.slice(name.length)),
      cell(place.before, place.change === "added" ? "" : place.change),
      cell(place.after, place.change === "removed" ? "" : place.change)])),
  ];
}

export const Change = ({ attrs: { one, keyNames } }) => {
  // The difference is found once, because a feed draws often.
  const { dynamodb } = one.record;
  const rows = diffImages(dynamodb.OldImage, dynamodb.NewImage, keyNames);
  const id = freshId("change");
  let showsSame = false;
  return {
    view: ({ attrs }) => {
      const { record } = attrs.one;
      const hasBoth = attrs.viewType === "NEW_AND_OLD_IMAGES";
      const isAll = attrs.showsSame || showsSame || !hasBoth;
      const shown = rows.filter((each) => isAll || each.change !== "same");
      const hidden = rows.length - shown.length;
      const time = Number(dynamodb.ApproximateCreationDateTime) * 1000;
      return m("article.change", { "aria-labelledby": id, tabindex: 0, onkeydown, "aria-posinset": attrs.at + 1,
        "aria-setsize": attrs.count }, [
        m("h2", { id }, [
          m("span.badge", { class: kKinds[record.eventName] ?? "" }, record.eventName),
          m("span.mono.change-key", keyNames.map((name) => scalarText(dynamodb.Keys?.[name], 120)).join("  ")),
          record.userIdentity?.principalId === "dynamodb.amazonaws.com" ? m("span.badge.warn", "expired (TTL)") : null,
          m("time.muted", { datetime: new Date(time).toISOString() }, new Date(time).toLocaleString()),
        ]),
        rows.length === 0 ? m("p.muted", "The stream has keys only.") : m("table.images", { "aria-labelledby": id }, [
          m("thead", m("tr", [m("th", { scope: "col" }, "Attribute"), m("th", { scope: "col" }, "Old image"),
            m("th", { scope: "col" }, "New image")])),
          m("tbody", shown.map((each) => row(each, hasBoth, record.eventName === "MODIFY"))),
        ]),
        hasBoth && rows.some((each) => each.change === "same") && !attrs.showsSame
          ? m("button.button.plain.small", { type: "button", "aria-expanded": String(showsSame),
            onclick: () => (showsSame = !showsSame) },
            showsSame ? "Hide what did not change" : `Show ${hidden} unchanged`) : null,
      ]);
    },
  };
};
