// Sends requests again after throttling and lost connections, with growing pauses.

const kTries = 10;
const kThrottled = ["ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"];
// The request may have been done all the same.
const isUnknown = ({ code, status }) => code === "InternalServerError" || code === "NetworkError" || status >= 500;

// Refusals that each further request would get too, so that work of many requests ends with the first one.
const kHopeless = ["AccessDeniedException", "ResourceNotFoundException", "UnrecognizedClientException",
  "InvalidSignatureException",
  "MissingAuthenticationTokenException", "IncompleteSignatureException", "ExpiredTokenException"];

// Whether an error is a refusal of this one request only.
export const isOfOneRequest = (error) => error.status === 400 && !kHopeless.includes(error.code);

export const pause = (milliseconds, signal) => new Promise((resolve, reject) => {
  const stopped = () => { clearTimeout(timer); reject(Object.assign(new Error("stopped"), { name: "AbortError" })); };
  const timer = setTimeout(() => { signal?.removeEventListener("abort", stopped); resolve(); }, milliseconds);
  signal?.addEventListener("abort", stopped, { once: true });
});
export const backOff = (attempt) => Math.min(50 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2);

// `retrying` is called with the error before each pause, and with null after a success that was not the first attempt.
/**
 * @template T
 * @param {() => Promise<T>} work
 * @param {AbortSignal} [signal]
 * @param {(error: Error | null) => void} [retrying]
 * @returns {Promise<T>}
 */
export async function persist(work, signal, retrying = () => {}) {
  for (let attempt = 0; ; ++attempt) {
    try {
      const answer = await work();
      if (attempt) retrying(null);
      return answer;
    } catch (error) {
      if (!(kThrottled.includes(error.code) || isUnknown(error)) || attempt >= kTries) throw error;
      retrying(error);
      await pause(backOff(attempt), signal);
      signal?.throwIfAborted();
    }
  }
}

// The same for a write with a condition. If an answer was lost, the write may have been done, and its own effect then
// fails the condition of the next attempt. `isDone(error)` looks whether the table holds the written values. If it
// does, the write counts as done; if not, the error is thrown with `unsure` set.
//
// A browser may send a request twice without a word to the page: if a connection that was used before ends without an
// answer. With `always`, `isDone` is therefore asked after each condition that fails. Without it, values that are equal
// already count as another writer's.
/**
 * @param {() => Promise<any>} write
 * @param {(error: any) => Promise<boolean>} isDone
 * @param {{signal?: AbortSignal, retrying?: (error: Error | null) => void, always?: boolean}} [options]
 */
export async function persistCondition(write, isDone, { signal, retrying, always = false } = {}) {
  let lost = false;
  try {
    return await persist(async () => {
      try {
        return await write();
      } catch (error) {
        lost ||= isUnknown(error);
        throw error;
      }
    }, signal, retrying);
  } catch (error) {
    if (!(lost || always) || error.code !== "ConditionalCheckFailedException") throw error;
    if (await isDone(error)) return null;
    throw lost ? Object.assign(error, { unsure: true }) : error;
  }
}
