// ItemWrite: one write of one item, from the validated request to the item's new image. A PutItem, UpdateItem or
// DeleteItem has one, a batch or a transaction has several.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "engine/changes/change.h"
#include "engine/changes/item_keys.h"
#include "engine/context.h"
#include "ops/prepared.h"

namespace partita::engine {

using PreparedWrite = ops::PreparedTransactWrite::Member;

class Allowance;

struct ItemWrite {
  // Set by resolve().
  PreparedWrite prepared;
  catalog::TablePtr table;
  std::string key;  // the item's key in the store
  bool in_transaction = false;
  // Of a member of a batch, if capacity is limited: what the batch has used. Such a member is admitted under its lock.
  Allowance* allowance = nullptr;
  bool may_be_left_out = false;  // a member that is throttled or has a conflict does not hinder the others

  // Set under the item's lock.
  std::optional<storage::PinnedBytes> old_image;  // encoded; nullopt if the item did not exist
  std::optional<std::string> new_image;           // encoded; nullopt if the write leaves no item
  std::optional<Item> touched;                    // UpdateItem's answer for UPDATED_OLD or UPDATED_NEW
  std::optional<Error> error;                     // the condition failed, or the update does not fit the item
  std::optional<Error> left_out;                  // why the member was left out
  WriteUnits units;
  double failed_units = 0;  // the write capacity units of a write that failed by itself
  // The bytes of the item collection before the write and, once it is planned, after it. Used only with local indexes.
  std::int64_t collection_bytes = 0;

  // Views of `before` and `after`, which are valid until these change. nullopt if the image is nullopt.
  std::optional<value::ItemView> old_view() const;
  std::optional<value::ItemView> new_view() const;
};

// Finds the table and checks the key or the item against its schema. `prepared` points into its request, so the request
// must outlive the result. Errors: ResourceNotFoundException, ValidationException.
Result<ItemWrite> resolve(const Context& context, PreparedWrite prepared, KeyFault wording = KeyFault::Named);

// An upper estimate of the work of evaluate(), in bytes that it reads. Requires: `old_image` is the current item.
std::uint64_t most_work(const ItemWrite& write);

// An estimate of the bytes that the write holds from its evaluation on. It covers the item's trees, the images and the
// batch.
// Requires: `old_image` is the current item.
std::size_t bytes_to_hold(const ItemWrite& write);

// Sets `new_image` and `touched`, or `error`. It does not read the store. Requires: `old_image` is the current item.
void evaluate(ItemWrite& write);

// The units of a write whose condition is false. Requires: `old_image` is the current item.
double attempted_units(const ItemWrite& write);

// The bytes that the write counts towards the 4 MB of a transaction. They are those of the new image, or of the old one
// if the write only checks or deletes the item. Requires: evaluate() was called.
std::size_t bytes_in_transaction(const ItemWrite& write);

// The Attributes of the answer, as ReturnValues asks. nullopt if the answer has no Attributes.
std::optional<Item> returned_attributes(const ItemWrite& write);
// Whether the answer of a failed condition holds the old item.
bool wants_old_on_condition_failure(const PreparedWrite& prepared);
// Whether the answer holds the whole old item (ALL_OLD).
bool answers_old_item(const PreparedWrite& prepared);
// Whether this is a ConditionCheck, which writes no item.
bool is_condition_check(const PreparedWrite& prepared);

// Whether the answer may hold an item that is so large that the thread that commits must not make the answer.
bool has_large_answer(const ItemWrite& write);

// The key of the sums of the item's collection. Requires: the table has local indexes.
std::string collection_key(const ItemWrite& write);
// The item collection of the written item with its size. nullopt if the table has no local indexes.
std::optional<ItemCollectionMetrics> collection_metrics(const ItemWrite& write);

}  // namespace partita::engine
