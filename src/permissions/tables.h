// The facts about tables that policies can ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "iam/policy.h"

namespace partita::permissions {

struct IndexFacts {
  std::string name;
  std::string arn;
  std::vector<std::string> partition;  // the attributes of its partition key; empty for a vector index without one
  std::string sort;                    // the first attribute of its sort key, or empty
};

// A table as it is at one moment.
struct TableFacts {
  std::string name;
  std::string arn;
  std::string partition;  // the attribute of its partition key
  std::string sort;       // the attribute of its sort key, or empty
  std::vector<IndexFacts> indexes;
  std::vector<std::pair<std::string, std::string>> tags;
  std::shared_ptr<const iam::Policy> policy;  // that of the table and its indexes; null without one

  // Returns nullptr if the table has no such index.
  const IndexFacts* find_index(std::string_view index) const {
    for (const IndexFacts& one : indexes)
      if (one.name == index) return &one;
    return nullptr;
  }
};

struct StreamFacts {
  std::shared_ptr<const iam::Policy> policy;  // null if the stream has no policy
};

// The tables of a database. All functions may be called from several threads at once, and do not wait for a disk.
class Tables {
 public:
  virtual ~Tables() = default;
  // The region and the account of the database, as its ARNs have them.
  virtual std::string_view region() const = 0;
  virtual std::string_view account() const = 0;
  // A number that changes before any answer of find() or find_stream() does. So an answer counts as long as the number
  // that was read before the call.
  virtual std::uint64_t version() const = 0;
  // Returns nullptr if the table does not exist.
  virtual std::shared_ptr<const TableFacts> find(std::string_view name) const = 0;
  // Returns nullptr if no stream has this ARN.
  virtual std::shared_ptr<const StreamFacts> find_stream(std::string_view arn) const = 0;
};

}  // namespace partita::permissions
