// Key templates as segments between '#', and whether two of them can have a key in common.
//
// Escaped field values hold no '#', so a key has as many segments as its template, and segments are compared one by one.
// Raw fields may hold anything: whatever follows one is taken to match.
#pragma once

#include <partita/model/description.h>

#include <algorithm>

namespace partita::model {

// How many segments the parts have. A literal that ends in '#' leaves a last, empty segment behind it.
constexpr std::size_t count_segments(std::span<const KeyPart> parts) {
  std::size_t count = 1;
  for (const KeyPart& part : parts)
    for (const char c : part.literal) count += c == '#' ? 1 : 0;
  return count;
}

// Fills `out`, of count_segments(parts) elements, which refer to what the parts refer to.
constexpr void cut_segments(std::span<const KeyPart> parts, std::span<Segment> out) {
  std::size_t at = 0;
  for (const KeyPart& part : parts) {
    if (part.is_field()) {
      out[at].open = true;
      out[at].raw = part.escape == Escape::Raw;
      if (out[at].lead.empty()) out[at].lead = part.must_begin;
      continue;
    }
    std::string_view rest = part.literal;
    for (;;) {
      const std::size_t hash = rest.find('#');
      if (!out[at].open) out[at].lead = rest.substr(0, hash);
      if (hash == std::string_view::npos) break;
      ++at;
      rest = rest.substr(hash + 1);
    }
  }
  for (Segment& segment : out)
    for (std::size_t i = 0; i < 8; ++i)
      segment.head = segment.head << 8 | (i < segment.lead.size() ? static_cast<unsigned char>(segment.lead[i]) : 0u);
}

// How many segments the first `parts` parts of a template reach into.
constexpr std::size_t segments_begun(const KeyTemplate& key, std::size_t parts) {
  return count_segments(key.parts.subspan(0, parts));
}

constexpr bool is_raw(const KeyTemplate& key) {
  for (const Segment& segment : key.segments)
    if (segment.raw) return true;
  return false;
}

// Whether one lead begins with the other.
constexpr bool one_begins_with_other(const Segment& a, const Segment& b) {
  const std::size_t common = std::min(a.lead.size(), b.lead.size());
  if (common == 0) return true;
  if (common <= 8) return ((a.head ^ b.head) >> (64 - 8 * common)) == 0;
  return a.head == b.head && a.lead.substr(8, common - 8) == b.lead.substr(8, common - 8);
}

constexpr bool compatible(const Segment& a, const Segment& b) {
  if (!one_begins_with_other(a, b)) return false;
  if (!a.open && !b.open) return a.lead.size() == b.lead.size();
  if (!a.open) return a.lead.size() >= b.lead.size();
  if (!b.open) return b.lead.size() >= a.lead.size();
  return true;
}

// Whether the first `count` segments of both agree; a raw field ends the comparison.
constexpr bool leading_compatible(std::span<const Segment> a, std::span<const Segment> b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= a.size() || i >= b.size()) return false;
    if (!compatible(a[i], b[i])) return false;
    if (a[i].raw || b[i].raw) return true;
  }
  return true;
}

// Whether some key is both.
constexpr bool overlap(const KeyTemplate& a, const KeyTemplate& b) {
  if (a.segments.size() != b.segments.size() && !is_raw(a) && !is_raw(b)) return false;
  return leading_compatible(a.segments, b.segments, std::min(a.segments.size(), b.segments.size()));
}

// Whether a key of `other` can meet the condition that a plan puts on `ours`, of which `parts` parts are known.
constexpr bool meets(const KeyTemplate& other, const KeyTemplate& ours, SortCondition condition, std::size_t parts) {
  if (condition == SortCondition::None) return true;
  if (condition == SortCondition::Equal) return overlap(other, ours);
  const std::size_t begun = segments_begun(ours, parts);
  if (other.segments.size() < begun && !is_raw(other)) return false;
  if (condition == SortCondition::Tree) return leading_compatible(ours.segments, other.segments, begun);
  // Of the last segment only the beginning is known.
  if (!leading_compatible(ours.segments, other.segments, begun - 1)) return false;
  if (other.segments.size() < begun) return true;
  Segment last = ours.segments[begun - 1];
  last.open = true;
  return compatible(last, other.segments[begun - 1]);
}

// Whether every key of `a` sorts before every key of `b`; false also where that cannot be told.
constexpr bool sorts_before(const KeyTemplate& a, const KeyTemplate& b) {
  for (std::size_t i = 0; i < std::min(a.segments.size(), b.segments.size()); ++i) {
    const Segment &left = a.segments[i], &right = b.segments[i];
    const std::size_t common = std::min(left.lead.size(), right.lead.size());
    for (std::size_t k = 0; k < common; ++k)
      if (left.lead[k] != right.lead[k])
        return static_cast<unsigned char>(left.lead[k]) < static_cast<unsigned char>(right.lead[k]);
    if (left.open || right.open) return false;
    // The '#' that ends the shorter one is less than any byte of a literal.
    if (left.lead.size() != right.lead.size()) return left.lead.size() < right.lead.size();
  }
  return a.segments.size() < b.segments.size();
}

}  // namespace partita::model
