// The hot keys of ListHotKeys' answer in the order in which they matter.

// A share of so few requests says little: a table that was asked once has one key, with all of its requests.
export const kFewRequests = 200;

// The requests that name a key, at least: a key with a share of many requests is before one that has all of few.
const surely = ({ LeastShare, Requests }) => LeastShare * Requests;

// [{...hot key, isFew}]
export const orderedHotKeys = (keys) =>
  [...keys].sort((a, b) => surely(b) - surely(a)).map((one) => ({ ...one, isFew: one.Requests < kFewRequests }));
