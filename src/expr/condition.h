// Condition: a condition or filter from an expression or from legacy parameters. It works on encoded items. It never
// changes, and its copies share one tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "value/view.h"

namespace partita::expr {

struct ConditionNode;

class Condition {
 public:
  explicit Condition(std::shared_ptr<const ConditionNode> root) : root_(std::move(root)) {}
  // Whether the condition holds for `item`. An item that does not exist is passed as one without attributes. The
  // evaluation never fails, because a comparison with an operand of another type is false. It adds to `work` its cost
  // in bytes: the bytes that it compared and searched, and a share of the bytes that it stepped over.
  bool matches(const value::MapView& item, std::uint64_t& work) const;
  bool matches(const value::MapView& item) const {
    std::uint64_t work = 0;
    return matches(item, work);
  }
  // About the most that matches() can add to `work` for an item of `item_bytes`.
  std::uint64_t most_work(std::size_t item_bytes) const;
  // The attributes that the condition's paths start from, sorted and without duplicates.
  std::vector<std::string> top_level_names() const;
  // The attributes of top_level_names() that a path goes into, with '.' or '[n]'. A key attribute must not be among
  // them.
  std::vector<std::string> nested_names() const;

 private:
  std::shared_ptr<const ConditionNode> root_;
};

}  // namespace partita::expr
