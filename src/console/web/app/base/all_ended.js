// Waits for requests that run beside each other.

// The values of `promises`, as Promise.all gives them. Throws the first error, in the order of the list, but only after
// all have ended: what goes on after an error must not run beside what is still under way.
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
