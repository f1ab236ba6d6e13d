// A request in several forms, of which the user chooses one and copies it. attrs: `all`, as snippets.js gives them, and
// `operation`.
import { m } from "../m.js";
import { button } from "./button.js";
import { copy } from "./copy.js";

export const Snippets = () => {
  let chosen = "json";
  return {
    view: ({ attrs: { all, operation } }) => {
      const one = all.find(({ key }) => key === chosen) ?? all[0];
      return m(".request-view", [
        m(".row", [
          m(".segmented", { role: "group", "aria-label": "Format of the request" }, all.map(({ key, title }) =>
            m("button.button.small", { type: "button", "aria-pressed": String(key === one.key),
              onclick: () => (chosen = key) }, title))),
          m("span.badge", operation),
          one.text ? button("Copy", () => copy(one.text, one.title), { small: true, iconName: "copy" }) : null,
        ]),
        one.text ? m("pre.code", { tabindex: 0, role: "region", "aria-label": `The request as ${one.title}` }, one.text)
          : m(".notice", `${one.title} cannot say this request. ${one.why}`),
      ]);
    },
  };
};
