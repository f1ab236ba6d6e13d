// Reads a file slice by slice, so that a file of any size takes little memory: as lines, and as the elements of a JSON
// array. Texts longer than an item can be are refused.

const kSlice = 1024 * 1024, kLongest = 8 * 1024 * 1024;

// The texts of the slices; a character that two slices share comes whole.
export async function* slices(file, { size = kSlice, progress = () => {} } = {}) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < file.size; at += size) {
    const bytes = await file.slice(at, Math.min(at + size, file.size)).arrayBuffer();
    let text;
    try {
      text = decoder.decode(bytes, { stream: at + size < file.size });
    } catch (_) {
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
    if (rest.length > kLongest) throw new Error(`Line ${line} is longer than any item can be.`);
  }
  if (rest.trim()) yield { line, text: rest };
}

// {line, text} of each element of a JSON array, without a look at what is in the elements.
export async function* arrayElements(texts) {
  let line = 1, first = 1, element = "", depth = 0, quoted = false, escaped = false, ended = false;
  for await (const text of texts) {
    let from = depth ? 0 : -1; // where the element's text begins in this part
    for (let at = 0; at < text.length; ++at) {
      const sign = text[at];
      if (sign === "\n") line += 1;
      if (quoted) {
        if (escaped) escaped = false;
        else if (sign === "\\") escaped = true;
        else if (sign === '"') quoted = false;
        continue;
      }
      if (ended && sign.trim()) throw new Error(`Line ${line}: text stands behind the array.`);
      if (sign === "[" || sign === "{") {
        depth += 1;
        if (depth === 1 && sign !== "[") throw new Error("The file is not a JSON array.");
        if (depth === 1) { from = at + 1; first = line; continue; }
      } else if (sign === "]" || sign === "}") {
        depth -= 1;
      } else if (sign === '"') {
        quoted = true;
      }
      if (depth === 1 && !element.trim() && from >= 0 && !text.slice(from, at).trim()) first = line;
      if ((depth === 1 && sign === ",") || depth === 0) {
        if (depth === 0 && from < 0) continue;
        const whole = element + text.slice(from, at);
        element = "";
        from = at + 1;
        if (depth === 0) { ended = true; from = -1; }
        if (whole.trim()) yield { line: first, text: whole.trim() };
      }
    }
    if (from >= 0) element += text.slice(from);
    if (element.length > kLongest) throw new Error(`The element in line ${first} is longer than any item can be.`);
  }
  if (!ended) throw new Error("The array is not closed: the file ends too early.");
}
