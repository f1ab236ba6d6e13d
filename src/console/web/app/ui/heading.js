// Gives the focus to the heading of the page, so that a screen reader begins there and Tab goes on from there.
/** @param {FocusOptions} [options] */
export function focusHeading(options) {
  const heading = /** @type {HTMLElement | null} */ (document.querySelector("#main h1"));
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}
