// Condition: a condition or filter, from an expression or from legacy parameters, ready to be evaluated on encoded
// items. Immutable; copies share.
#pragma once

#include "value/view.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace partita::expr {

struct ConditionNode;

class Condition {
 public:
  explicit Condition(std::shared_ptr<const ConditionNode> root) : root_(std::move(root)) {}
  // Whether it holds for `item`; an item that does not exist is one without attributes. Never fails: an operand of
  // another type makes a comparison false.
  // Adds to `work` what the evaluation cost: the bytes compared and searched, and a share of those stepped over.
  bool matches(const value::MapView& item, std::uint64_t& work) const;
  bool matches(const value::MapView& item) const {
    std::uint64_t work = 0;
    return matches(item, work);
  }
  // What matches() may add to `work` at most, about, for an item of so many bytes.
  std::uint64_t most_work(std::size_t item_bytes) const;
  // The attributes that its paths start from, sorted, each once.
  std::vector<std::string> top_level_names() const;
  // Those of them that a path goes into, with '.' or '[n]': none of these may be a key attribute.
  std::vector<std::string> nested_names() const;

 private:
  std::shared_ptr<const ConditionNode> root_;
};

}  // namespace partita::expr
