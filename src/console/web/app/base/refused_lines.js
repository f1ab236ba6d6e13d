// The refused parts of an imported file, unchanged, as a file of the same form: once they are mended, that file can be
// imported.

const kPartCharacters = 4 * 1024 * 1024;
const kAround = { csv: ["", "\n", "\n"], lines: ["", "\n", "\n"], array: ["[\n", ",\n", "\n]\n"] };

export class RefusedLines {
  // `head`: the line of a CSV file that names its columns, unchanged.
  constructor(format, head = "") {
    const [before, between, after] = kAround[format];
    this.between = between;
    this.after = after;
    this.count = 0;
    this.parts = [];
    this.text = before + (format === "csv" ? `${head}\n` : "");
  }
  add(text) {
    this.text += (this.count++ ? this.between : "") + text;
    if (this.text.length < kPartCharacters) return;
    // The browser may keep a Blob on disk, so that refused lines of any number hold no memory.
    this.parts = [new Blob([...this.parts, this.text])];
    this.text = "";
  }
  // The parts of the file so far.
  file() { return [...this.parts, this.text, this.after]; }
}

// "orders.csv" becomes "orders.refused.csv".
export function refusedName(name) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}.refused${name.slice(dot)}` : `${name}.refused`;
}
