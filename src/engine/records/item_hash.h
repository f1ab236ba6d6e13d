// ItemHash: the hash of a table's items, which does not depend on their order.
//
// Each item has a share, SipHash-2-4-128 of its encoded bytes under a secret of the database, and the hash of a table
// is the sum of the shares of its items, as two 64-bit sums that wrap. They are the third and the fourth of the table's
// sums, so that a batch adds to the counts and to the hash at once: it adds the share of the item after the change and
// takes away that of the item before it. So the hash is never behind the items. The encoded bytes of equal
// items are equal (value/FORMAT.md), and they have the key, so two tables of a database have the same items exactly if
// their counts, their bytes and their hashes are equal, but for a chance of 2^-128.
//
// An attacker who chooses the items but has neither the secret nor a share cannot do better: for him the shares are
// random numbers. So a share or a sum is never shown, because sums of known shares are linear equations. text_of() is
// shown instead.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "base/siphash.h"
#include "storage/store.h"
#include "storage/sums.h"

namespace partita::engine {

class ItemHash {
 public:
  enum class Secret : bool { OfThisRun, Kept };
  // Reads the secret of the store. If the store lacks it, it is made, and with Kept stored with a sync. Errors:
  // Corruption, InternalServerError.
  Result<void> load(storage::Store& store, Secret secret);

  // The share of an item, as the third and the fourth sum. Requires: `item` is an encoded item.
  storage::Sums share_of(std::string_view item) const;
  // 32 hexadecimal digits that are equal exactly if the sums of two tables are: the numbers of items, their bytes, and
  // the hashes.
  std::string text_of(const storage::Sums& sums) const;

 private:
  base::SipWords shares_key_{};
  base::SipWords text_key_{};
};

}  // namespace partita::engine
