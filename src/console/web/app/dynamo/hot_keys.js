// The hot keys of ListHotKeys' answer in the order in which they matter.

// A share of few requests says little: a table that was asked once has one key, with all of its requests.
export const kFewRequests = 100;

// [{...hot key, own: the requests that name the key, isFew}], those first that the most requests name for certain: so a
// key with a share of many requests is before one that has all of few.
export function orderedHotKeys(keys) {
  const surely = ({ LeastShare, Requests }) => LeastShare * Requests;
  return [...keys].sort((a, b) => surely(b) - surely(a))
    .map((one) => ({ ...one, own: one.Share * one.Requests, isFew: one.Share * one.Requests < kFewRequests }));
}
