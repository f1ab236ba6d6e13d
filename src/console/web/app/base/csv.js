// CSV as of RFC 4180: values with commas, quotes or line ends are in quotes, and a quote in them is doubled. A line
// ends with CRLF, LF or CR.

const kLongestValue = 8 * 1024 * 1024;

export const csvValue = (text) =>
  (/[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text);
export const csvLine = (values) => values.map(csvValue).join(",") + "\r\n";

// Reads CSV from texts that come in parts. push(text) and end() return the records that are complete: {line, text,
// values}, or {line, text, fault} for one that cannot be read. `text` is the record as the file has it, without the end
// of its line.
export class CsvReader {
  constructor(separator = ",") {
    this.separator = separator;
    this.line = 1;
    this.endedByCr = false;
    this.start();
  }
  start() {
    this.values = [];
    this.value = "";
    this.state = "begin"; // begin, plain, quoted, closed (after a quote in quotes)
    this.first = this.line;
    this.fault = null;
    this.raw = "";
  }
  finish(records) {
    if (this.raw.trim() || this.values.length) {
      this.values.push(this.value);
      records.push({ line: this.first, text: this.raw, ...(this.fault ? { fault: this.fault }
        : { values: this.values }) });
    }
  }
  push(text) {
    const records = [];
    let from = 0; // the beginning of the record in this part
    for (let at = 0; at < text.length; ++at) {
      const sign = text[at], isRest = sign === "\n" && this.endedByCr; // of a CRLF whose CR ended the line
      this.endedByCr = false;
      if (isRest) { from = at + 1; continue; }
      if (sign === "\n" || (sign === "\r" && this.state !== "quoted")) this.line += 1;
      if (this.value.length > kLongestValue)
        throw new Error(
          `The value that begins in line ${this.first} is longer than any item can be: a quote in it may not be ` +
          "closed.");
      if (this.state === "quoted") {
        if (sign === '"') this.state = "closed";
        else this.value += sign;
        continue;
      }
      if (sign === '"') {
        if (this.state === "closed") { this.value += '"'; this.state = "quoted"; }
        else if (this.state === "begin") this.state = "quoted";
        else { this.value += sign; this.fault ??= "A quote stands in a value that does not begin with one."; }
      } else if (sign === this.separator) {
        this.values.push(this.value);
        this.value = "";
        this.state = "begin";
      } else if (sign === "\n" || sign === "\r") {
        this.raw += text.slice(from, at);
        from = at + 1;
        this.finish(records);
        this.start();
        this.endedByCr = sign === "\r";
      } else {
        if (this.state === "closed") this.fault ??= "Text stands behind a closed quote.";
        else this.state = "plain";
        this.value += sign;
      }
    }
    this.raw += text.slice(from);
    return records;
  }
  end() {
    const records = [];
    if (this.state === "quoted") this.fault ??= "A quote is not closed.";
    this.finish(records);
    this.start();
    return records;
  }
}
