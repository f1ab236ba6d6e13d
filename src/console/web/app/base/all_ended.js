// Waits for requests that run beside each other.

// The values of `promises`, as Promise.all gives them. Throws the first error, in the order of the list, but only after
// all have ended: what goes on after an error must not run beside what is still under way.
export async function allEnded(promises) {
  const ended = await Promise.allSettled(promises);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  return ended.map(({ value }) => value);
}
