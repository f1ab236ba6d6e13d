// What a write must do for the copies that it concerns, before it is sent and afterwards.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/copies/copy_values.h"
#include "model/core/session.h"
#include "model/plan/write_action.h"

namespace partita::model {

// A source whose holders must be compared once more after the write, because a holder may have been written between
// their read and the write.
struct WrittenSource {
  const CopyInfo* copy = nullptr;
  AttributeMap source = {};  // the fields of its primary key
};

// An attribute on which a request became conditional for the sake of a copy.
struct CopyCondition {
  std::size_t request = 0;
  std::string attribute = {};
  AttributeValue value = {};  // without a type: absent
};

struct PreparedCopies {
  std::vector<WriteRequest> requests = {};  // with the values of their copies
  // Checks of sources, and writes of copies into other items. They belong into one transaction with the requests.
  std::vector<WriteAction> actions = {};
  std::vector<CopyCondition> conditions = {};
  std::vector<WrittenSource> to_compare = {};
  Cost cost = {};

  // The number of items that get a copy by `actions`.
  std::size_t written() const {
    return static_cast<std::size_t>(std::count_if(actions.begin(), actions.end(), [](const WriteAction& action) {
      return action.part == WriteAction::Part::Copy;
    }));
  }
  bool empty() const { return actions.empty() && conditions.empty() && to_compare.empty(); }
  // True if the request failed because an attribute has another value than prepare_copies() read. `item` is the item
  // that the database returned.
  bool has_changed(std::size_t request, const std::optional<Item>& item) const;
};

// True if a write of this request may have to write copies, or to read their source.
bool concerns_copies(const Session& session, const WriteRequest& request);

// Reads the sources of the copies that the requests write, and the holders of those that they change.
// Errors: those of reads; ConditionalCheckFailedException if a copy has no source and may not be absent;
// ValidationException if the write needs more than 100 actions, if an update does not tell which source its item has
// afterwards, if a source gives a copy no value, or if a copy cannot be written into a holder.
// Requires: the requests were checked (check_write), and add_kept_members() comes later.
void prepare_copies(const std::shared_ptr<Session>& session, Mode mode, std::vector<WriteRequest> requests,
                    Done<PreparedCopies> done);

// True if the action is part of a transaction only for the sake of copies.
inline bool is_of_copy(WriteAction::Part part) {
  return part == WriteAction::Part::Source || part == WriteAction::Part::Copy;
}
// The error of a write that needs too many actions: `copies` of them write into other items, and `others` do the rest.
// With more than 100 copies it does not tell the others.
Error too_many_copies(std::string_view where, std::size_t copies, std::size_t others);
// The error of a write whose copies were prepared so often.
Error copies_keep_changing(std::string_view where, int times);
// The error of a write that was carried out, but whose copies could not be compared afterwards.
Error copies_not_compared(const Error& cause);

// Compares the holders of written sources. `written` gets the cost. Errors: those of mend_source().
void compare_copies(const std::shared_ptr<Session>& session, Mode mode, std::vector<WrittenSource> sources,
                    Done<Cost> done);

}  // namespace partita::model
