// Key templates as segments between '#', and whether two of them can have a key in common.
//
// Escaped field values hold no '#', so a key has as many segments as its template, and segments are compared one by one.
// Raw fields may hold anything: whatever follows one is taken to match.
#pragma once

#include <partita/model/description.h>

#include <optional>

namespace partita::model {

// What is known of one segment: its first bytes, and whether a field's value follows.
struct Segment {
  std::string_view lead = {};
  bool open = false;  // ends in a field
  bool raw = false;   // anything may follow, other segments too
};

inline constexpr std::size_t kMaxSegments = 24;

struct Segments {
  Segment list[kMaxSegments]{};
  std::size_t count = 0;
  bool raw = false;
};

// The segments of the first `parts` parts. A literal that ends in '#' leaves a last, empty segment behind it.
constexpr Segments segments_of(std::span<const KeyPart> parts) {
  Segments out;
  out.count = 1;
  for (const KeyPart& part : parts) {
    Segment& last = out.list[out.count - 1];
    if (part.is_field()) {
      last.open = true;
      last.raw = part.escape == Escape::Raw;
      if (last.lead.empty()) last.lead = part.must_begin;
      out.raw = out.raw || last.raw;
      continue;
    }
    std::string_view rest = part.literal;
    for (;;) {
      const std::size_t hash = rest.find('#');
      const std::string_view piece = rest.substr(0, hash);
      if (!out.list[out.count - 1].open) out.list[out.count - 1].lead = piece;
      if (hash == std::string_view::npos || out.count == kMaxSegments) break;
      ++out.count;
      rest = rest.substr(hash + 1);
    }
  }
  return out;
}

constexpr bool compatible(const Segment& a, const Segment& b) {
  if (!a.open && !b.open) return a.lead == b.lead;
  if (!a.open) return a.lead.starts_with(b.lead);
  if (!b.open) return b.lead.starts_with(a.lead);
  return a.lead.starts_with(b.lead) || b.lead.starts_with(a.lead);
}

// Whether the first `count` segments of both agree; a raw field ends the comparison.
constexpr bool leading_compatible(const Segments& a, const Segments& b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= a.count || i >= b.count) return false;
    if (!compatible(a.list[i], b.list[i])) return false;
    if (a.list[i].raw || b.list[i].raw) return true;
  }
  return true;
}

// Whether some key is both.
constexpr bool overlap(const KeyTemplate& a, const KeyTemplate& b) {
  const Segments first = segments_of(a.parts), second = segments_of(b.parts);
  if (!first.raw && !second.raw && first.count != second.count) return false;
  return leading_compatible(first, second, std::min(first.count, second.count));
}

// Whether a key of `other` can meet the condition that the plan puts on `ours`, of which `parts` parts are known.
constexpr bool meets(const KeyTemplate& other, const KeyTemplate& ours, SortCondition condition, std::size_t parts) {
  if (condition == SortCondition::None) return true;
  if (condition == SortCondition::Equal) return overlap(other, ours);
  const Segments known = segments_of(ours.parts.subspan(0, parts));
  const Segments theirs = segments_of(other.parts);
  if (condition == SortCondition::Tree)
    return (theirs.raw || theirs.count >= known.count) && leading_compatible(known, theirs, known.count);
  // The last known segment is only the beginning of one.
  Segments begun = known;
  begun.list[begun.count - 1].open = true;
  return (theirs.raw || theirs.count >= begun.count) && leading_compatible(begun, theirs, begun.count);
}

// Whether every key of `a` sorts before every key of `b`; false also where that cannot be told.
constexpr bool sorts_before(const KeyTemplate& a, const KeyTemplate& b) {
  const Segments first = segments_of(a.parts), second = segments_of(b.parts);
  for (std::size_t i = 0; i < std::min(first.count, second.count); ++i) {
    const Segment &left = first.list[i], &right = second.list[i];
    const std::size_t common = std::min(left.lead.size(), right.lead.size());
    // A '#' that ends a segment is less than any byte of a literal.
    if (left.lead.substr(0, common) != right.lead.substr(0, common)) {
      for (std::size_t k = 0; k < common; ++k)
        if (left.lead[k] != right.lead[k])
          return static_cast<unsigned char>(left.lead[k]) < static_cast<unsigned char>(right.lead[k]);
    }
    if (left.open || right.open) return false;
    if (left.lead.size() != right.lead.size()) return left.lead.size() < right.lead.size();
  }
  return first.count < second.count;
}

}  // namespace partita::model
