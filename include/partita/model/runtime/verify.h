// verify() finds the stored items that differ from their model, and corrects those that can be corrected.
#pragma once

#include <partita/model/runtime/rows.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::model {

// A fault that verify() found in a stored item.
struct Finding {
  enum class Kind : std::uint8_t {
    Stale,       // a key attribute, the type tag or a copy differs from the value that it follows from
    Foreign,     // the item belongs to no entity of the model
    Phantom,     // the item lacks fields that its entity requires, or has one of another type
    Orphan,      // a unique field's sentinel without its owner, or an owner without its sentinel
    Unreadable,  // the program cannot decode the item, or compute a member, although its fields have the right types
  };
  Kind kind = Kind::Stale;
  AttributeMap key = {};    // the item's key
  std::string entity = {};  // empty: the item belongs to no entity
  std::string detail = {};
  bool repairable = false;
};
// The answer of verify().
struct VerifyReport {
  std::int64_t items = 0;      // items that were read, sentinels included
  std::int64_t sentinels = 0;  // the sentinels of unique fields among them
  std::vector<Finding> findings = {};
  std::int64_t repaired = 0;  // how many of the findings were repaired

  std::int64_t count(Finding::Kind kind) const {
    return std::count_if(findings.begin(), findings.end(), [kind](const Finding& f) { return f.kind == kind; });
  }
};
PARTITA_API std::string_view to_text(Finding::Kind kind);  // "stale"

// Whether verify() also corrects the findings that are repairable.
enum class Repair : std::uint8_t { No, Yes };
// The settings of verify().
struct VerifyOptions {
  Repair repair = Repair::No;
  // Called after each page, from one thread at a time, with the findings so far. If it returns false, the scan ends.
  std::function<bool(const VerifyReport& so_far)> progress = {};
  // Returns the reason for which a row of one of the table's entities cannot be decoded, or nullopt if it can. If this
  // function is empty, rows are not decoded.
  std::function<std::optional<Error>(Row row)> decode = {};
};
// Scans the table and recomputes the keys of every item. With Repair::Yes, stale items get the index keys and the type
// tag that their fields give. Each such write is conditional on the values that it depends on and on the values that it
// replaces. Copies get the value of their source. A sentinel without owner is removed on the condition that the owner
// is still absent. A missing sentinel is written on the condition that its owner is still present. Items that changed
// in the meantime are left as they are. A primary key that differs from the fields is only reported, because a move
// could overwrite another item.
PARTITA_API void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                        VerifyOptions options, Done<VerifyReport> done);
PARTITA_API void verify(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table, Repair repair,
                        Done<VerifyReport> done);

}  // namespace partita::model
