// A textarea turns each CR and CR LF of its text into LF. This gives the parts of a text that the user did not touch
// their own line ends again.

const plain = (text) => text.replace(/\r\n?/g, "\n");

// The positions in `text` at which the characters of plain(text) begin, and the position of its end.
function places(text) {
  const found = [];
  for (let at = 0; at < text.length; ++at) {
    found.push(at);
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
  }
  found.push(text.length);
  return found;
}

// `before`: the text that the field was given; `typed`: the text of the field now.
export function keepLineEnds(before, typed) {
  if (!before.includes("\r")) return typed;
  const shown = plain(before), at = places(before);
  const most = Math.min(shown.length, typed.length);
  let head = 0, tail = 0;
  while (head < most && shown[head] === typed[head]) head += 1;
  while (tail < most - head && shown[shown.length - 1 - tail] === typed[typed.length - 1 - tail]) tail += 1;
  return before.slice(0, at[head]) + typed.slice(head, typed.length - tail) + before.slice(at[shown.length - tail]);
}
