// The cell to which a key leads in a grid of `rows` by `columns`; row -1 is the header. Returns null if the key does
// not move.
export function gridMove(event, { row, column }, { rows, columns, page }) {
  const whole = event.ctrlKey || event.metaKey;
  const to = (r, c) => ({ row: Math.min(Math.max(r, -1), rows - 1), column: Math.min(Math.max(c, 0), columns - 1) });
  switch (event.key) {
    case "ArrowUp": return to(row - 1, column);
    case "ArrowDown": return to(row + 1, column);
    case "ArrowLeft": return to(row, column - 1);
    case "ArrowRight": return to(row, column + 1);
    case "Home": return to(whole ? 0 : row, 0);
    case "End": return to(whole ? rows - 1 : row, columns - 1);
    case "PageUp": return to(Math.max(row - page, 0), column);
    case "PageDown": return to(row + page, column);
    default: return null;
  }
}
