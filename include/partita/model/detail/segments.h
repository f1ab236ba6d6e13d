// Splits key templates into segments between '#', and decides whether two templates can produce the same key.
//
// Escaped field values do not contain '#'. So a key has as many segments as its template, and segments are compared one
// by one. Raw fields may contain any text, so everything behind one is assumed to match.
#pragma once

#include <partita/model/detail/fixed_string.h>
#include <partita/model/runtime/description.h>

#include <algorithm>

namespace partita::model {

// Returns the number of segments of the parts. A literal that ends in '#' has an empty last segment behind it.
constexpr std::size_t count_segments(std::span<const KeyPart> parts) {
  std::size_t count = 1;
  for (const KeyPart& part : parts)
    for (const char c : part.literal) count += c == '#' ? 1 : 0;
  return count;
}

// Writes the segments, whose views refer to the parts' texts. Requires: `out` has count_segments(parts) elements, which
// are new.
constexpr void fill_segments(std::span<const KeyPart> parts, std::span<Segment> out) {
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
      const std::size_t hash = find_byte(rest, '#');
      if (!out[at].open) out[at].lead = rest.substr(0, hash);
      if (hash == std::string_view::npos) break;
      ++at;
      rest = rest.substr(hash + 1);
    }
  }
  for (Segment& segment : out)
    for (std::size_t i = 0; i < 8; ++i) {
      const bool in_lead = i < segment.lead.size();
      const bool ends = i == segment.lead.size() && !segment.open;
      const unsigned char byte = in_lead ? static_cast<unsigned char>(segment.lead[i]) : ends ? '#' : 0;
      segment.head = segment.head << 8 | byte;
      segment.mask = segment.mask << 8 | (in_lead || ends ? 0xffu : 0u);
    }
}

// Returns the segments. Requires: Count is count_segments(parts).
template <std::size_t Count>
constexpr std::array<Segment, Count> cut_segments(std::span<const KeyPart> parts) {
  std::array<Segment, Count> out{};
  fill_segments(parts, out);
  return out;
}

// Returns the number of segments in which the first `parts` parts of a template begin or continue.
constexpr std::size_t segments_begun(const KeyTemplate& key, std::size_t parts) {
  return count_segments(key.parts.subspan(0, parts));
}

constexpr bool is_raw(const KeyTemplate& key) {
  for (const Segment& segment : key.segments)
    if (segment.raw) return true;
  return false;
}

// True if one lead begins with the other.
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

// True if the first `count` segments of both agree. The comparison ends at a raw field.
constexpr bool leading_compatible(std::span<const Segment> a, std::span<const Segment> b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= a.size() || i >= b.size()) return false;
    if (!compatible(a[i], b[i])) return false;
    if (a[i].raw || b[i].raw) return true;
  }
  return true;
}

// True if both templates can produce the same key.
constexpr bool overlap(const KeyTemplate& a, const KeyTemplate& b) {
  if (a.segments.size() != b.segments.size() && !is_raw(a) && !is_raw(b)) return false;
  return leading_compatible(a.segments, b.segments, std::min(a.segments.size(), b.segments.size()));
}

// True if both attributes can have the same value.
constexpr bool overlap(const KeyAttribute& a, const KeyAttribute& b) {
  if (a.any_text || b.any_text) return one_begins_with_other(a.value.segments[0], b.value.segments[0]);
  return overlap(a.value, b.value);
}

// True if a key of `other` can meet the condition that a plan puts on `ours`. The first `parts` parts of `ours` are
// known.
constexpr bool meets(const KeyTemplate& other, const KeyTemplate& ours, SortCondition condition, std::size_t parts) {
  if (condition == SortCondition::None) return true;
  if (condition == SortCondition::Equal) return overlap(other, ours);
  const std::size_t begun = segments_begun(ours, parts);
  if (other.segments.size() < begun && !is_raw(other)) return false;
  if (condition == SortCondition::Tree) return leading_compatible(ours.segments, other.segments, begun);
  // Only the beginning of the last segment is known.
  if (!leading_compatible(ours.segments, other.segments, begun - 1)) return false;
  if (other.segments.size() < begun) return true;
  Segment last = ours.segments[begun - 1];
  last.open = true;
  return compatible(last, other.segments[begun - 1]);
}

// The segments of an entity's keys in a table or an index.
struct KeyLead {
  const Segment* partition = nullptr;
  std::size_t partition_count = 0;  // 0: the entity is not in it
  const Segment* sort = nullptr;
  std::size_t sort_count = 0;
};

// The separation of an entity's keys from all other entities' keys there, by the first bytes of their segments.
enum KeySeparation : std::uint8_t {
  kMixed,
  kOwnKeys,        // An entity with the same partition keys has sort keys with another first segment.
  kOwnPartitions,  // No other entity has the same partition keys.
};

// Compares the keys of each pair of entities. The function contains no calls, because the compiler remembers the
// arguments of each call, and with 50 entities these would cause most of the cost of compiling a model.
constexpr void set_separation(const KeyLead* all, std::size_t count, KeySeparation* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = kOwnPartitions;
  for (std::size_t i = 0; i < count; ++i) {
    const KeyLead a = all[i];
    for (std::size_t k = i + 1; a.partition_count > 0 && k < count; ++k) {
      const KeyLead& b = all[k];
      if (b.partition_count == 0) continue;
      bool separate = false;
      for (std::size_t at = 0; !separate && at < a.partition_count && at < b.partition_count; ++at) {
        const Segment &ours = a.partition[at], &theirs = b.partition[at];
        separate = ((ours.head ^ theirs.head) & ours.mask & theirs.mask) != 0;
        if (ours.raw || theirs.raw) break;
      }
      if (separate) continue;
      const bool other_sort_keys =
          a.sort_count > 0 && b.sort_count > 0 && ((a.sort->head ^ b.sort->head) & a.sort->mask & b.sort->mask) != 0;
      const KeySeparation both = other_sort_keys ? kOwnKeys : kMixed;
      if (both < out[i]) out[i] = both;
      if (both < out[k]) out[k] = both;
    }
  }
}

// Does the same for each of `places` places, which are the table and then each of its indexes. `out` gets every entity
// in the first place, then every entity in the second, and so on. `leads` has an element for each entity.
constexpr void set_separations(std::span<const EntityInfo* const> entities, std::size_t places,
                               std::span<KeyLead> leads, KeySeparation* out) {
  for (std::size_t place = 0; place < places; ++place) {
    for (std::size_t i = 0; i < entities.size(); ++i) {
      leads[i] = {};
      const auto add = [&](const EntityKey& key) {
        if (key.index.slot() != place) return;
        if (key.partition.empty()) return;  // The declaration is refused elsewhere.
        const std::span<const Segment> partition = key.partition[0].value.segments;
        leads[i].partition = partition.data();
        leads[i].partition_count = partition.size();
        if (key.sort.empty()) return;
        leads[i].sort = key.sort[0].value.segments.data();
        leads[i].sort_count = key.sort[0].value.segments.size();
      };
      add(entities[i]->primary);
      for (const EntityKey& key : entities[i]->indexes) add(key);
    }
    set_separation(leads.data(), entities.size(), out + place * entities.size());
  }
}

template <std::size_t Places, std::size_t Entities>
constexpr std::array<KeySeparation, Places * Entities> key_separation(
    const std::array<const EntityInfo*, Entities>& entities) {
  std::array<KeySeparation, Places * Entities> out{};
  std::array<KeyLead, Entities> leads{};
  set_separations(entities, Places, leads, out.data());
  return out;
}

// True if every key of `a` sorts before every key of `b`. False if this is not so or cannot be decided.
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
