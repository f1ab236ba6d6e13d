// Keeps the SDK from sending a write again whose answer was lost. The write may have been carried out, and a second
// execution could refuse its own result or count twice. The run time finds out instead.
import { outcomeIsUnknown } from "./service_errors.js";

// It has no `cause`, because the SDK would look there for a reason to try again.
export class LostAnswer extends Error {
  override readonly name: string = "LostAnswer";
  constructor(readonly lost: unknown) {
    super(lost instanceof Error ? lost.message : String(lost));
  }
}

// Returns the error behind a lost answer, and any other error as it is.
export function causeOf(error: unknown): unknown {
  return error instanceof LostAnswer ? error.lost : error;
}

// A middleware for the command of a write, to be added with `ofEachAttempt`. The command then ends with LostAnswer
// after the first attempt without a clear outcome.
export function endAtLostAnswer<Args, Result>(next: (args: Args) => Promise<Result>): (args: Args) => Promise<Result> {
  return async (args) => {
    try {
      return await next(args);
    } catch (error) {
      throw outcomeIsUnknown(error) ? new LostAnswer(error) : error;
    }
  };
}

// The place of the middleware: around each attempt, after its error is known.
export const ofEachAttempt = { step: "deserialize", name: "partitaLostAnswer", priority: "high" } as const;
