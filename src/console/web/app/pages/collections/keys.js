// Movement in the tree grid of item collections: which element the focus goes to. Cells are elements with data-cell;
// a row is a tr with data-row.

const rowsOf = (grid) => [...grid.querySelectorAll("tr[data-row]")];
const cellsOf = (row) => [...row.querySelectorAll("[data-cell]")];

// The element to focus after `key` in `cell`; null if the key does not move the focus.
export function target(grid, cell, event) {
  const row = cell.closest("tr[data-row]");
  if (!row) return null;
  const cells = cellsOf(row);
  const at = cells.indexOf(cell);
  const inRow = (other) => {
    const list = other ? cellsOf(other) : [];
    return list[Math.min(at, list.length - 1)] ?? null;
  };
  const rows = rowsOf(grid);
  const rowAt = rows.indexOf(row);
  switch (event.key) {
    case "ArrowDown": return inRow(rows[rowAt + 1]);
    case "ArrowUp": return inRow(rows[rowAt - 1]);
    case "ArrowRight": return cells[at + 1] ?? null;
    case "ArrowLeft": return cells[at - 1] ?? null;
    case "Home": return event.ctrlKey ? inRow(rows[0]) : cells[0];
    case "End": return event.ctrlKey ? inRow(rows.at(-1)) : cells.at(-1);
    case "PageDown": return inRow(rows.slice(rowAt + 1).find((one) => one.dataset.row === "band") ?? rows.at(-1));
    case "PageUp": return inRow(rows.slice(0, rowAt).findLast((one) => one.dataset.row === "band") ?? rows[0]);
    default: return null;
  }
}
