#include "model/reads/member_range.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/keys/escape.h"
#include "model/reads/sort_range.h"

namespace partita::model {
namespace {

using ComparisonKind = KeyComparison::Kind;

// The known beginning of a key's segment. `open` is true if a value follows it.
struct KnownSegment {
  std::string lead;
  bool open = false;
};

// nullopt if there is a raw field, because it may hold a '#'.
std::optional<std::vector<KnownSegment>> segments_of(std::span<const KeyPart> parts) {
  std::vector<KnownSegment> segments(1);
  for (const KeyPart& part : parts) {
    if (part.is_field()) {
      if (part.escape == Escape::Raw) return std::nullopt;
      if (!segments.back().open && segments.back().lead.empty()) segments.back().lead = part.must_begin;
      segments.back().open = true;
      continue;
    }
    for (const char c : part.literal) {
      if (c == kDelimiter)
        segments.emplace_back();
      else if (!segments.back().open)
        segments.back().lead += c;
    }
  }
  return segments;
}

// The member's keys below `known`, which consists of whole segments, each with its '#'.
KeyComparison below(std::string_view attribute, std::string known, const std::vector<KnownSegment>& segments) {
  const auto first = static_cast<std::size_t>(std::count(known.begin(), known.end(), kDelimiter));
  for (std::size_t i = first; i < segments.size(); ++i) {
    known += segments[i].lead;
    if (segments[i].open) return {attribute, ComparisonKind::BeginsWith, AttributeValue::string(std::move(known))};
    if (i + 1 < segments.size()) known += kDelimiter;
  }
  return {attribute, ComparisonKind::Equal, AttributeValue::string(std::move(known))};
}

// The comparison that the sort key condition of one range becomes. nullopt if every sort key meets it.
std::optional<KeyComparison> narrowed(std::string_view attribute, const KeyComparison* sort,
                                      const std::vector<KnownSegment>& segments) {
  KeyComparison out;
  if (!sort) {
    out = below(attribute, "", segments);
  } else if (sort->kind == ComparisonKind::BeginsWith) {
    const std::string& prefix = sort->low.text();
    const std::size_t hash = prefix.rfind(kDelimiter);
    out = below(attribute, hash == std::string::npos ? std::string() : prefix.substr(0, hash + 1), segments);
    // The prefix may contain the beginning of a value. Then the literals do not narrow it.
    if (!out.low.text().starts_with(prefix)) return *sort;
  } else {
    const std::string& parent = sort->low.text();
    const auto known = static_cast<std::size_t>(std::count(parent.begin(), parent.end(), kDelimiter)) + 1;
    out = segments.size() <= known ? KeyComparison{attribute, ComparisonKind::Equal, AttributeValue::string(parent)}
                                   : below(attribute, parent + kDelimiter, segments);
  }
  if (out.kind == ComparisonKind::BeginsWith && out.low.text().empty()) return std::nullopt;
  return out;
}

bool is_tree(const KeyComparison& sort) {
  return sort.kind == ComparisonKind::Between && sort.high.is(AttributeType::S) &&
         sort.high.text() == end_of_tree(sort.low.text());
}

}  // namespace

Result<void> narrow_to_member(const PatternInfo& pattern, const EntityInfo& member, std::vector<KeyRange>& ranges) {
  const auto refuse = [&] {
    return invalid(
        fmt::format("\"{}\": the items of {} cannot be read or counted by themselves, because their keys do not show "
                    "their position: load the whole collection, without a range, a filter and take",
                    pattern.name, member.name));
  };
  const EntityKey* key = find_key(member, pattern.plan.index);
  if (!key || key->sort.size() != 1 || key->sort[0].natural) return refuse();
  const auto segments = segments_of(key->sort[0].value.parts);
  if (!segments) return refuse();
  for (KeyRange& range : ranges) {
    const std::size_t partition = key->partition.empty() ? 1 : key->partition.size();
    const KeyComparison* sort = range.comparisons.size() > partition ? &range.comparisons[partition] : nullptr;
    const bool known =
        !sort || sort->kind == ComparisonKind::BeginsWith || sort->kind == ComparisonKind::Equal || is_tree(*sort);
    if (!known || range.excluded) return refuse();
    auto own = narrowed(key->sort[0].attribute, sort, *segments);
    range.comparisons.resize(partition);
    if (own) range.comparisons.push_back(*std::move(own));
  }
  return {};
}

bool is_in_range(const KeyRange& range, const AttributeMap& position) {
  const KeyComparison& last = range.comparisons.back();
  const AttributeValue* value = position.find(last.attribute);
  if (!value || !value->is(AttributeType::S)) return true;
  return last.kind == ComparisonKind::BeginsWith ? value->text().starts_with(last.low.text()) : *value == last.low;
}

}  // namespace partita::model
