// The error of a batch that was not carried out whole.
import { messageOf } from "./service_errors.js";

// The requests 0 to 24 and 30, as a text such as "0 to 24, 30".
function rangesWithout(positions: readonly number[], all: number): string {
  const ranges: string[] = [];
  let from = 0;
  for (const position of [...positions, all]) {
    if (position === from + 1) ranges.push(`${from}`);
    else if (position > from) ranges.push(`${from} to ${position - 1}`);
    from = position + 1;
  }
  return ranges.join(", ");
}

// A batch that ended before all of its requests were carried out.
export class BatchUnfinished extends Error {
  override readonly name: string = "BatchUnfinished";
  constructor(
    message: string,
    // The requests that are not carried out, or whose outcome is unknown, in ascending order.
    readonly positions: readonly number[],
    cause: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

// Returns the error of a batch of `all` writes, of which those at `positions` are not written. `why` is the
// reason.
export function writesUnfinished(
  why: string,
  positions: readonly number[],
  all: number,
  cause: unknown,
): BatchUnfinished {
  const inOrder = [...positions].sort((a, b) => a - b);
  const written = rangesWithout(inOrder, all);
  const others =
    written === ""
      ? ""
      : `; the requests ${written} are written; the others are not written, or their outcome is unknown`;
  return new BatchUnfinished(why + others, inOrder, cause);
}

// Returns the reason of a batch of which the service left `left` of `all` writes undone in `attempts` attempts in a
// row. `last` is the error of the last request, if it failed as a whole.
export function leftUndone(left: number, all: number, attempts: number, last: unknown): string {
  const failure = last === undefined ? "" : `, the last of which failed: ${messageOf(last)}`;
  return (
    `The database left ${left} of the ${all} writes undone in ${attempts} attempts in a row${failure}: ` +
    "the error's positions say which, so that only they need to be sent again later"
  );
}
