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

// Whether the item is not any more as the plan read it.
bool changed_since_read(const WritePlan& plan, const StoredItem& stored, const std::optional<Item>& now);

// Whether the stored item shows that the plan has been carried out.
bool is_written(const WritePlan& plan, const std::optional<Item>& item);

}  // namespace partita::model
