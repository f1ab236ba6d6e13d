#include "expr/evaluate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "expr/apply/search.h"
#include "expr/bind/condition_node.h"
#include "expr/condition.h"
#include "expr/types.h"
#include "value/encode.h"
#include "value/types.h"
#include "value/utf16_length.h"

namespace partita::expr {
namespace {

using value::ValueView;

// The value of an operand in an item. A size is not part of the item, so its encoding is kept here.
struct Resolved {
  std::optional<ValueView> value;
  std::string size;
};

std::optional<std::size_t> size_of(ValueView value) {
  switch (value.type()) {
    case AttributeType::S:
      return value::utf16_length(value.text());
    case AttributeType::B:
      return value.text().size();
    case AttributeType::L:
      return value.list().size();
    case AttributeType::M:
      return value.map().size();
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return value.set().size();
    default:
      return std::nullopt;
  }
}

// Stepping over this many bytes of an item costs about as much as comparing one byte.
constexpr std::size_t kStepsPerByte = 16;

// Evaluates one condition on one item.
class Evaluation {
 public:
  Evaluation(const value::MapView& item, std::uint64_t& work) : item_(item), work_(work) {}

  bool matches(const ConditionNode& node) {
    const auto child_matches = [this](const ConditionNode& child) { return matches(child); };
    switch (node.kind) {
      case ConditionKind::And:
        return std::all_of(node.children.begin(), node.children.end(), child_matches);
      case ConditionKind::Or:
        return std::any_of(node.children.begin(), node.children.end(), child_matches);
      case ConditionKind::Not:
        return !child_matches(node.children[0]);
      case ConditionKind::Between:
        return is_between(node);
      case ConditionKind::In:
        return is_in(node);
      default:
        return node.kind < ConditionKind::Between ? compare_operands(node) : call(node);
    }
  }

 private:
  void resolve(const Operand& operand, Resolved& resolved) {
    resolved.value = operand.bytes().empty() ? found(operand.path) : ValueView(operand.bytes());
    if (operand.kind != Operand::Kind::Size || !resolved.value) return;
    if (resolved.value->type() == AttributeType::S) work_ += resolved.value->bytes().size();
    const std::optional<std::size_t> size = size_of(*resolved.value);
    resolved.value.reset();
    if (!size) return;
    value::encode_value(AttributeValue(*size), resolved.size);
    resolved.value = ValueView(resolved.size);
  }

  std::optional<ValueView> found(const value::Path& path) {
    const std::optional<ValueView> value = find(item_, path);
    const std::string_view all = item_.attributes();
    const std::size_t passed = value ? static_cast<std::size_t>(value->bytes().data() - all.data()) : all.size();
    work_ += passed / kStepsPerByte;
    return value;
  }

  bool equal(ValueView left, ValueView right) {
    if (left.bytes().size() == right.bytes().size()) work_ += left.bytes().size();
    return left == right;
  }

  std::partial_ordering order(ValueView left, ValueView right) {
    work_ += std::min(left.bytes().size(), right.bytes().size());
    return compare(left, right);
  }

  bool holds(ConditionKind comparison, ValueView left, ValueView right) {
    if (comparison == ConditionKind::Eq) return equal(left, right);
    if (comparison == ConditionKind::Ne) return !equal(left, right);
    const std::partial_ordering found = order(left, right);
    switch (comparison) {
      case ConditionKind::Lt:
        return found < 0;
      case ConditionKind::Le:
        return found <= 0;
      case ConditionKind::Gt:
        return found > 0;
      default:
        return found >= 0;
    }
  }

  // A missing operand differs from every value, and no other comparison with it holds.
  bool compare_operands(const ConditionNode& node) {
    Resolved left, right;
    resolve(node.operands[0], left);
    resolve(node.operands[1], right);
    if (!left.value || !right.value) return node.kind == ConditionKind::Ne;
    return holds(node.kind, *left.value, *right.value);
  }

  bool is_between(const ConditionNode& node) {
    Resolved middle, lower, upper;
    resolve(node.operands[0], middle);
    resolve(node.operands[1], lower);
    resolve(node.operands[2], upper);
    return middle.value && lower.value && upper.value && order(*middle.value, *lower.value) >= 0 &&
           order(*middle.value, *upper.value) <= 0;
  }

  bool is_in(const ConditionNode& node) {
    Resolved wanted;
    resolve(node.operands[0], wanted);
    if (!wanted.value) return false;
    if (node.sorted) return is_among_sorted(node, wanted.value->bytes());
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
      Resolved candidate;
      resolve(node.operands[i], candidate);
      if (candidate.value && equal(*candidate.value, *wanted.value)) return true;
    }
    return false;
  }

  bool is_among_sorted(const ConditionNode& node, std::string_view wanted) {
    const auto at = std::lower_bound(node.operands.begin() + 1, node.operands.end(), wanted,
                                     [this](const Operand& candidate, std::string_view value) {
                                       work_ += std::min(candidate.bytes().size(), value.size());
                                       return candidate.bytes() < value;
                                     });
    return at != node.operands.end() && at->bytes() == wanted;
  }

  bool begins_with(ValueView text, ValueView prefix) {
    const AttributeType type = text.type();
    if (type != prefix.type() || (type != AttributeType::S && type != AttributeType::B)) return false;
    work_ += std::min(text.text().size(), prefix.text().size());
    return text.text().starts_with(prefix.text());
  }

  bool call(const ConditionNode& node) {
    Resolved first, second;
    resolve(node.operands[0], first);
    if (node.kind == ConditionKind::AttributeExists) return first.value.has_value();
    if (node.kind == ConditionKind::AttributeNotExists) return !first.value.has_value();
    resolve(node.operands[1], second);
    if (!first.value || !second.value) return false;
    if (node.kind == ConditionKind::BeginsWith) return begins_with(*first.value, *second.value);
    if (node.kind == ConditionKind::Contains) return contains(*first.value, *second.value, work_);
    return value::type_name(first.value->type()) == second.value->text();
  }

  const value::MapView& item_;
  std::uint64_t& work_;
};

std::uint64_t most_work_of(const ConditionNode& node, std::size_t item_bytes) {
  std::uint64_t work = 0;
  for (const Operand& operand : node.operands) work += operand.bytes().empty() ? item_bytes : operand.bytes().size();
  for (const ConditionNode& child : node.children) work += most_work_of(child, item_bytes);
  return work;
}

void collect_names(const ConditionNode& node, std::size_t least_elements, std::set<std::string>& names) {
  for (const ConditionNode& child : node.children) collect_names(child, least_elements, names);
  for (const Operand& operand : node.operands)
    if (operand.path.elements.size() >= least_elements) names.insert(operand.path.top());
}

}  // namespace

std::partial_ordering compare(ValueView a, ValueView b) {
  const AttributeType type = a.type();
  if (type != b.type() || !is_ordered(type)) return std::partial_ordering::unordered;
  return type == AttributeType::N ? a.number() <=> b.number() : a.text() <=> b.text();
}

bool contains(ValueView container, ValueView wanted, std::uint64_t& work) {
  const AttributeType type = wanted.type();
  if (container.type() == AttributeType::S || container.type() == AttributeType::B)
    return type == container.type() && has_within(container.text(), wanted.text(), work);
  work += container.bytes().size();
  switch (container.type()) {
    case AttributeType::SS:
      return type == AttributeType::S && container.set().contains(wanted.text());
    case AttributeType::BS:
      return type == AttributeType::B && container.set().contains(wanted.text());
    case AttributeType::NS:
      return type == AttributeType::N && container.set().contains(wanted.number());
    case AttributeType::L: {
      for (const ValueView element : container.list())
        if (element == wanted) return true;
      return false;
    }
    default:
      return false;
  }
}

void sort_candidates(ConditionNode& node) {
  constexpr std::size_t kSortFrom = 8;
  if (node.kind != ConditionKind::In || node.operands.size() < kSortFrom) return;
  const auto candidates = std::span(node.operands).subspan(1);
  if (!std::ranges::all_of(candidates, [](const Operand& one) { return one.kind == Operand::Kind::Value; })) return;
  std::ranges::sort(candidates, [](const Operand& a, const Operand& b) { return a.bytes() < b.bytes(); });
  node.sorted = true;
}

bool Condition::matches(const value::MapView& item, std::uint64_t& work) const {
  return Evaluation(item, work).matches(*root_);
}

std::uint64_t Condition::most_work(std::size_t item_bytes) const { return most_work_of(*root_, item_bytes); }

std::vector<std::string> Condition::top_level_names() const {
  std::set<std::string> names;
  collect_names(*root_, 1, names);
  return {names.begin(), names.end()};
}

std::vector<std::string> Condition::nested_names() const {
  std::set<std::string> names;
  collect_names(*root_, 2, names);
  return {names.begin(), names.end()};
}

}  // namespace partita::expr
