// The delays between the attempts of one request.
import type { CallOptions, Session } from "./session.js";

const firstDelayMs = 25;
const longestDelayMs = 5000;

// Returns the delay before attempt number `attempt` (the second attempt is 1) of the same request, in milliseconds. It
// is a random part of a delay that doubles for each attempt. undefined if the attempts are used up.
export function delayBefore(session: Session, attempt: number): number | undefined {
  if (attempt >= session.attempts) return undefined;
  const ceiling = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
  return Math.round(Math.random() * ceiling);
}

// Waits. Throws the reason of the call's signal as soon as the signal ends the call.
export async function wait(delayMs: number, options: CallOptions): Promise<void> {
  const { signal } = options;
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, delayMs);
    signal?.addEventListener("abort", end, { once: true });
  });
}
