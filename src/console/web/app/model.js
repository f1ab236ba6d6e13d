// The model that the server was given with --model, read once; its access patterns and key templates serve several
// pages.
import { call } from "./api.js";
import { session } from "./session.js";

let reading = null;

// Resolves with DescribeModel's answer, or with null if the server has no model. Throws ApiError, and reads again after
// that.
export function readModel() {
  if (!session.server?.HasModel) return Promise.resolve(null);
  reading ??= call("PartitaConsole.DescribeModel").catch((error) => { reading = null; throw error; });
  return reading;
}
// A model that one user could see may be hidden from the next one.
export function forgetModel() {
  reading = null;
}
