// Waits for requests that run at the same time.

// The values of `promises`, as Promise.all gives them. Throws the first error, in the order of the list, but only after
// all have ended, so that work after an error does not run at the same time as a request that has not ended.
/**
 * @template T
 * @param {Promise<T>[]} promises
 * @returns {Promise<T[]>}
 */
export async function allEnded(promises) {
  const values = [];
  for (const one of await Promise.allSettled(promises)) {
    if (one.status === "rejected") throw one.reason;
    values.push(one.value);
  }
  return values;
}
