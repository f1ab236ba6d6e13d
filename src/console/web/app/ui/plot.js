// A small plot of the last samples of one or more series, as SVG. The text next to it has its figures, so it is
// decoration for screen readers.
import { m } from "../m.js";

const kWidth = 240, kHeight = 56;

// `series`: [{values: [number or null], color}]. All have the same number of places; the newest value is the last one.
export function plot(series, places) {
  const most = Math.max(1e-9,
    ...series.flatMap((one) => one.values.filter((value) => value !== null && Number.isFinite(value))));
  const x = (at) => ((at + places - series[0].values.length) / Math.max(places - 1, 1)) * kWidth;
  const y = (value) => kHeight - 2 - (value / most) * (kHeight - 6);
  const path = (values) => {
    let text = "", drawing = false;
    values.forEach((value, at) => {
      if (value === null || !Number.isFinite(value)) { drawing = false; return; }
      text += `${drawing ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      drawing = true;
    });
    return text;
  };
  return m("svg.plot", { viewBox: `0 0 ${kWidth} ${kHeight}`, preserveAspectRatio: "none", "aria-hidden": "true" }, [
    m("path.base", { d: `M0 ${kHeight - 1.5}H${kWidth}` }),
    series.map((one) => m("path.series", { d: path(one.values), style: { stroke: one.color } })),
  ]);
}
