// What a failed condition means, in the caller's words.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string>

#include "model/write_plan.h"

namespace partita::model {

// `where`: which write it was, such as "ORDER" or "request 2 (ORDER)". `item`: what is stored, where the database said
// so. VersionConflict: the item is there with another version than the write expects. ConditionalCheckFailedException:
// anything else, and the refusal says what.
Error failed_condition(const WriteRequest& request, const WriteAction& action, const std::optional<Item>& item,
                       const std::string& where);

// The error, or where it is the service's for a change inside of a value that is not there, one that says which.
Error in_own_words(const WriteRequest& request, Error error, std::string_view where);

// Whether the item is not any more as the plan read it.
bool changed_since_read(const WritePlan& plan, const StoredItem& stored, const std::optional<Item>& now);

// Whether the stored item shows that the plan has been carried out: it has the plan's write id. That it is equal to what a
// plan without one writes shows nothing, as somebody else may have written the same.
bool is_written(const WritePlan& plan, const std::optional<Item>& item);
bool is_equal(const WritePlan& plan, const std::optional<Item>& item);

// Whether the stored item shows that the plan has not been carried out: its version is not beyond the one that the plan
// gives, and has another write id. An item that was removed meanwhile and created anew is not told from one that never was.
bool is_surely_unwritten(const WriteRequest& request, const WritePlan& plan, const std::optional<Item>& item);

}  // namespace partita::model
