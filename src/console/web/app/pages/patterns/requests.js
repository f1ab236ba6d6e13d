// Requests as JSON, to look at before they are sent and to copy.
import { plural } from "../../base/text.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { copy } from "../../ui/copy.js";

const kMostRequests = 100;

export const RequestList = {
  view: ({ attrs: { requests, isOpen = false, why = "because the key has shards or buckets" } }) => m(".requests", [
    requests.length > 1 ? m("p.muted", `${plural(requests.length, "request")}${why ? `, ${why}` : ""}.`) : null,
    requests.slice(0, kMostRequests).map(({ Operation, Body, Answered }, at) => {
      const text = JSON.stringify(Body, null, 2);
      return m("details.request", { open: isOpen }, [
        m("summary", [m("strong", Operation), " ", Answered ? m("span.badge", "answered") : null,
          m("span.mono.muted", Object.values(Body.ExpressionAttributeValues ?? {})
            .map((value) => Object.values(value)[0]).join(" · ").slice(0, 120))]),
        m(".request-body", [
          button(`Copy request ${at + 1}`, () => copy(text, "the request"),
            { small: true, kind: "plain", iconName: "copy", hideText: true }),
          m("pre", { tabindex: 0, role: "region", "aria-label": `Request ${at + 1}` }, text),
        ]),
      ]);
    }),
    requests.length > kMostRequests ? m("p.muted", `and ${requests.length - kMostRequests} more`) : null,
  ]),
};
