// The script of a page that `partita model docs` writes: it opens the section that a link leads to, opens all for a
// print, and adds a filter for the access patterns. Without it the page has the same content.
"use strict";
(function () {
  const contents = document.querySelector("nav details");
  if (contents instanceof HTMLDetailsElement && matchMedia("(max-width:74.99rem)").matches) contents.open = false;
  function reveal() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let node = target || null; node; node = node.parentElement)
      if (node instanceof HTMLDetailsElement) node.open = true;
    if (target) target.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  reveal();
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
  });
  const table = document.querySelector("table.patterns");
  if (!(table instanceof HTMLTableElement) || table.tBodies[0].rows.length < 9) return;
  const label = document.createElement("label");
  label.className = "filter";
  label.append("Show patterns with ");
  const input = document.createElement("input");
  input.type = "search";
  label.append(input);
  table.parentElement.before(label);
  input.addEventListener("input", function () {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
})();
