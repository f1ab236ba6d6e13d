// The form of an export to S3: {bucket, prefix, format, isFull, isLatest, moment, from, to, view}. Pure functions.
import { momentFault, secondsOf, fieldText } from "./moments.js";

const kLeastSpanSeconds = 15 * 60, kMostSpanSeconds = 24 * 3600; // of an incremental export
const kBucket = /^[a-z0-9A-Z]+[.\w-]*[a-z0-9A-Z]+$/;

export const kFormats = [["DYNAMODB_JSON", "DynamoDB JSON"], ["ION", "Amazon Ion"]];
export const kViews = [["NEW_AND_OLD_IMAGES", "New and old images"], ["NEW_IMAGE", "New images"]];

// The span begins as the newest one that the window has. `token` makes a request that is sent twice one export.
export function exportForm({ earliest, latest }, token) {
  return { bucket: "", prefix: "", format: "DYNAMODB_JSON", isFull: true, isLatest: true, moment: fieldText(latest),
    from: fieldText(Math.max(earliest, latest - kMostSpanSeconds)), to: fieldText(latest), view: "NEW_AND_OLD_IMAGES",
    token };
}

function spanFault({ from, to }) {
  const span = secondsOf(to) - secondsOf(from);
  return span >= kLeastSpanSeconds && span <= kMostSpanSeconds ? "" : "The span has 15 minutes to 24 hours.";
}

// {bucket, moment, from, to} with texts. `window` is {earliest, latest} of the recovery.
export function exportFaults(form, window) {
  const faults = {
    bucket: kBucket.test(form.bucket) ? "" : "The name of a bucket: letters, digits, and the characters . - _",
    moment: form.isFull && !form.isLatest ? momentFault(form.moment, window) : "",
    from: form.isFull ? "" : momentFault(form.from, window),
    to: form.isFull ? "" : momentFault(form.to, window) || spanFault(form),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text));
}

// {operation, body} of a form without faults.
export function exportRequest(form, tableArn) {
  const content = !form.isFull ? { ExportType: "INCREMENTAL_EXPORT", IncrementalExportSpecification: {
    ExportFromTime: secondsOf(form.from), ExportToTime: secondsOf(form.to), ExportViewType: form.view } }
    : { ExportType: "FULL_EXPORT", ...(form.isLatest ? {} : { ExportTime: secondsOf(form.moment) }) };
  return { operation: "ExportTableToPointInTime", body: { TableArn: tableArn, S3Bucket: form.bucket,
    ...(form.prefix ? { S3Prefix: form.prefix } : {}), ExportFormat: form.format, ...content,
    ClientToken: form.token } };
}
