// Reads a file slice by slice, so that a file of any size takes little memory: as lines, and as the elements of a JSON
// array. Texts longer than an item can be are refused.

const kSlice = 1024 * 1024, kLongestText = 8 * 1024 * 1024;

// The texts of the slices; a character that two slices share comes whole.
/**
 * @param {Blob} file
 * @param {{size?: number, progress?: (bytes: number) => void}} [options]
 */
export async function* slices(file, { size = kSlice, progress = () => {} } = {}) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < file.size; at += size) {
    const bytes = await file.slice(at, Math.min(at + size, file.size)).arrayBuffer();
    let text;
    try {
      text = decoder.decode(bytes, { stream: at + size < file.size });
    } catch {
      throw new Error("The file is not UTF-8. Save it as UTF-8, so that no character is lost.");
    }
    yield text;
    progress(Math.min(at + size, file.size));
  }
}

// {line, text} of each line that is not empty.
export async function* lines(texts) {
  let rest = "", line = 1;
  for await (const text of texts) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    for (const one of parts) {
      if (one.trim()) yield { line, text: one };
      line += 1;
    }
    if (rest.length > kLongestText) throw new Error(`Line ${line} is longer than any item can be.`);
  }
  if (rest.trim()) yield { line, text: rest };
}

const areBlank = (...texts) => texts.every((text) => !text.trim());

// The place of a reader of a JSON array: how deep it is, and whether it is within a text in quotes.
class Nesting {
  #isQuoted = false;
  #isEscaped = false;
  depth = 0;
  line = 1;
  hasEnded = false; // the array is closed

  // Goes on by a sign. Returns whether the sign is part of a text in quotes.
  take(sign) {
    if (sign === "\n") this.line += 1;
    if (this.#isQuoted) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (sign === "\\") this.#isEscaped = true;
      else if (sign === '"') this.#isQuoted = false;
      return true;
    }
    if (this.hasEnded && sign.trim()) throw new Error(`Line ${this.line}: text stands behind the array.`);
    if (sign === "[" || sign === "{") this.#open(sign);
    else if (sign === "]" || sign === "}") this.depth -= 1;
    else if (sign === '"') this.#isQuoted = true;
    return false;
  }
  #open(sign) {
    this.depth += 1;
    if (this.depth === 1 && sign !== "[") throw new Error("The file is not a JSON array.");
  }
}

// {line, text} of each element of a JSON array, without a look into the elements.
export async function* arrayElements(texts) {
  const nesting = new Nesting();
  let first = 1, element = "";
  for await (const text of texts) {
    let from = nesting.depth ? 0 : -1; // the begin of the element's text in this part
    for (let at = 0; at < text.length; ++at) {
      const sign = text[at], before = nesting.depth;
      if (nesting.take(sign)) continue;
      const { depth } = nesting;
      if (before === 0 && depth === 1) {
        from = at + 1;
        first = nesting.line;
        continue;
      }
      if (depth === 1 && from >= 0 && areBlank(element, text.slice(from, at))) first = nesting.line;
      const isEnd = depth === 0 && from >= 0;
      if (!isEnd && !(depth === 1 && sign === ",")) continue;
      const whole = (element + text.slice(from, at)).trim();
      element = "";
      from = isEnd ? -1 : at + 1;
      nesting.hasEnded ||= isEnd;
      if (whole) yield { line: first, text: whole };
    }
    if (from >= 0) element += text.slice(from);
    if (element.length > kLongestText) throw new Error(`The element in line ${first} is longer than any item can be.`);
  }
  if (!nesting.hasEnded) throw new Error("The array is not closed: the file ends too early.");
}
