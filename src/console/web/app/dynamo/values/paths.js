// Document paths as users type them: names, dots and positions, such as address.geo.lat or lines[0].sku. A name with
// other signs than letters, digits, _ and - is in double quotes: "odd.name"[2]; a quote in it is doubled.

const kName = /[^.[\]"\s,]+/y;

// The steps of a path: names and list positions. Throws an Error with a text for the user.
export function parsePath(text) {
  const path = [];
  let at = 0;
  const source = text.trim();
  if (!source) throw new Error("Name an attribute.");
  while (at < source.length) {
    if (source[at] === "[" && path.length) {
      const found = /\[(\d+)\]/y;
      found.lastIndex = at;
      const position = found.exec(source);
      if (!position) throw new Error(`A position such as [0] must stand at "${source.slice(at, at + 12)}".`);
      path.push(Number(position[1]));
      at = found.lastIndex;
      continue;
    }
    if (path.length) {
      if (source[at] !== ".") throw new Error(`A dot or a position must stand at "${source.slice(at, at + 12)}".`);
      at += 1;
    }
    if (source[at] === '"') {
      const quoted = /"((?:[^"]|"")+)"/y;
      quoted.lastIndex = at;
      const found = quoted.exec(source);
      if (!found) throw new Error("A quoted name is not closed.");
      path.push(found[1].replaceAll('""', '"'));
      at = quoted.lastIndex;
      continue;
    }
    kName.lastIndex = at;
    const found = kName.exec(source);
    if (!found) throw new Error(`A name must stand at "${source.slice(at, at + 12)}".`);
    path.push(found[0]);
    at = kName.lastIndex;
  }
  return path;
}

export function formatPath(path) {
  return path.map((step, index) =>
    (typeof step === "number" ? `[${step}]`
      : (index ? "." : "") + (/^[^.[\]"\s,]+$/.test(step) ? step : `"${step.replaceAll('"', '""')}"`))).join("");
}

// The paths of a list with commas between them.
export function parsePaths(text) {
  const paths = [];
  let rest = text;
  while (rest.trim()) {
    const one = /^(?:"(?:[^"]|"")*"|[^,"])*/.exec(rest)[0];
    paths.push(parsePath(one));
    rest = rest.slice(one.length);
    if (rest && rest[0] !== ",") throw new Error("A quoted name is not closed.");
    rest = rest.slice(1);
  }
  return paths;
}
