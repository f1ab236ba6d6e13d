// PartiQL text as tokens, and several statements as one each. The lexer takes any text, because an editor's is seldom
// complete.

// A token: {kind: "word" | "quoted" | "string" | "number" | "parameter" | "sign" | "comment", text, start, end,
// isOpen}. `text` of quoted names and strings is the text between the quotes; `isOpen` says that the closing quote is
// missing.
export function tokens(source) {
  const out = [];
  let at = 0;
  const push = (kind, start, text, isOpen = false) => out.push({ kind, text, start, end: at, isOpen });
  while (at < source.length) {
    const start = at, c = source[at];
    if (/\s/.test(c)) { ++at; continue; }
    if (source.startsWith("--", at)) {
      const end = source.indexOf("\n", at);
      at = end < 0 ? source.length : end;
      push("comment", start, source.slice(start, at));
    } else if (c === "'" || c === '"') {
      let text = "", isOpen = true;
      for (++at; at < source.length; ++at) {
        if (source[at] !== c) text += source[at];
        else if (source[at + 1] === c) { text += c; ++at; }
        else { ++at; isOpen = false; break; }
      }
      push(c === "'" ? "string" : "quoted", start, text, isOpen);
    } else if (/[\p{L}_$]/u.test(c)) {
      while (at < source.length && /[\p{L}\p{N}_$]/u.test(source[at])) ++at;
      push("word", start, source.slice(start, at));
    } else if (/[0-9]/.test(c)) {
      at += /^[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?/.exec(source.slice(at, at + 80))[0].length;
      push("number", start, source.slice(start, at));
    } else if (c === "?") {
      ++at;
      push("parameter", start, c);
    } else {
      at += ["<=", ">=", "<>", "!=", "<<", ">>", "||"].includes(source.slice(at, at + 2)) ? 2 : 1;
      push("sign", start, source.slice(start, at));
    }
  }
  return out;
}

export const isWord = (token, ...words) => token?.kind === "word" && words.includes(token.text.toUpperCase());
export const isSign = (token, ...signs) => token?.kind === "sign" && signs.includes(token.text);
export const isName = (token) => token?.kind === "word" || token?.kind === "quoted";

// The statements of a text, which semicolons part: {text, start, end, tokens}, without empty ones. Tokens keep their
// places in the whole text.
export function statements(source) {
  const out = [];
  let group = [];
  const finish = () => {
    const real = group.filter((token) => token.kind !== "comment");
    if (real.length > 0) {
      const start = real[0].start, end = real.at(-1).end;
      out.push({ text: source.slice(start, end), start, end, tokens: real });
    }
    group = [];
  };
  for (const token of tokens(source)) {
    if (isSign(token, ";")) finish();
    else group.push(token);
  }
  finish();
  return out;
}
