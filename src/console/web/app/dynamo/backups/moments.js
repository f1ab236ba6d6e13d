// Moments of a recovery, in whole seconds since 1970, and the texts of fields for them, which are times in UTC.
import { kRecoveryDays } from "../service_limits.js";

const kMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.0+)?)?$/;

// The seconds of a field of the type datetime-local, or NaN.
export function secondsOf(text) {
  return kMoment.test(text) ? Math.floor(Date.parse(`${text}Z`) / 1000) : NaN;
}
export const fieldText = (seconds) => new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19);

// The fault of a moment outside of the window of {earliest, latest}, or "".
export function momentFault(text, { earliest, latest }) {
  const seconds = secondsOf(text);
  if (Number.isNaN(seconds)) return "A date and a time to the second, in UTC.";
  if (seconds < earliest) return "This is before the earliest restorable time.";
  return seconds > latest ? "This is after the latest restorable time." : "";
}

// The window of the moments that can be looked at, which --recovery-delay does not limit. `age` are the seconds since
// the recovery was described. The clock of this machine may be ahead of the server's, which then refuses the moment.
export function pastWindow({ earliest, latest }, age, now) {
  return { earliest, latest: Math.floor(Math.max(latest + age, now)) };
}

export const periodFault = (text) => (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= kRecoveryDays
  ? "" : `A whole number of days from 1 to ${kRecoveryDays}.`);

// Of the answer of DescribeContinuousBackups: {isOn, days, earliest, latest}.
export function recoveryOf({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription: one } }) {
  return { isOn: one?.PointInTimeRecoveryStatus === "ENABLED", days: one?.RecoveryPeriodInDays ?? kRecoveryDays,
    earliest: one?.EarliestRestorableDateTime, latest: one?.LatestRestorableDateTime };
}

// The request that turns the recovery on, with a period, or off.
export const recoveryRequest = (table, isOn, days) => ({ TableName: table, PointInTimeRecoverySpecification: {
  PointInTimeRecoveryEnabled: isOn, ...(isOn ? { RecoveryPeriodInDays: days } : {}) } });
