// Sets the theme before the first paint, so that a page in dark does not flash in light. "system" follows the machine.
(function () {
  "use strict";
  let chosen = null;
  try {
    chosen = localStorage.getItem("partita.theme");
  } catch {
    // A browser without storage follows the machine.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
