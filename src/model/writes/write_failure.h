// Translates a failed write into errors about the caller's request.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <optional>
#include <string>

#include "model/plan/write_plan.h"

namespace partita::model {

// The error of a failed condition. `where` names the write, such as "ORDER" or "request 2 (ORDER)". `item` is the
// stored item if the database returned it. The error is VersionConflict if the item has another version than the write
// expects. Otherwise it is ConditionalCheckFailedException, and its refusal gives the reason.
Error failed_condition(const WriteRequest& request, const WriteAction& action, const std::optional<Item>& item,
                       const std::string& where);

// Returns the error. If the service refused a change inside of an absent value, or an addition to a value of the wrong
// type, the new message names the paths.
Error in_own_words(const WriteRequest& request, Error error, std::string_view where);

// True if the item has changed since the plan read it.
bool changed_since_read(const WritePlan& plan, const StoredItem& stored, const std::optional<Item>& now);

// True if the stored item proves that the plan was carried out, because it has the plan's write id.
bool is_written(const WritePlan& plan, const std::optional<Item>& item);
// True if the stored item equals the one that the plan writes. For a plan without a write id this proves nothing,
// because another program may have written an equal item.
bool is_equal(const WritePlan& plan, const std::optional<Item>& item);

// True if the stored item proves that the plan was not carried out, because it has another write id and its version is
// not above the one that the plan gives. It cannot tell an item that was removed and created again from an unchanged
// one.
bool is_surely_unwritten(const WriteRequest& request, const WritePlan& plan, const std::optional<Item>& item);

}  // namespace partita::model
