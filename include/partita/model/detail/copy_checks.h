// The mistakes of pt::copy_of, as constant functions over descriptions.
#pragma once

#include <partita/model/detail/check_write.h>
#include <partita/model/detail/placement.h>
#include <partita/model/runtime/copies.h>

namespace partita::model::detail {

constexpr bool in_templates(std::span<const KeyTemplate> templates, FieldPosition field) {
  for (const KeyTemplate& one : templates)
    for (const KeyPart& part : one.parts)
      if (part.field == field) return true;
  return false;
}

constexpr bool in_declared_key(const DeclaredKey& key, FieldPosition field) {
  return in_templates(key.partition, field) || in_templates(key.sort, field);
}

// The number of fields of a primary key, each counted once.
constexpr std::size_t count_key_fields(const DeclaredKey& key, std::size_t fields) {
  std::size_t count = 0;
  for (const FieldPosition field : PositionsOf<FieldInfo>(fields)) count += in_declared_key(key, field) ? 1 : 0;
  return count;
}

// Requires: `out` has as many elements as the key has fields.
constexpr void fill_key_fields(const DeclaredKey& key, std::size_t fields, std::span<CopyReference> out) {
  std::size_t next = 0;
  for (const FieldPosition field : PositionsOf<FieldInfo>(fields))
    if (in_declared_key(key, field)) out[next++].source = field;
}

// What pt::refers says: a member of the holder, and the member of the source's primary key whose value it has.
struct NamedReference {
  std::string_view holder = {};
  std::string_view source = {};
};

// Each pt::refers names a member of the source's primary key, and no two name the same one, because the others would
// be ignored and the copy would be of an item that is not meant.
constexpr Mistake check_named_references(std::string_view holder_name, std::span<const FieldInfo> source,
                                         std::string_view source_name, std::span<const CopyReference> references,
                                         std::span<const NamedReference> named, Text* where) {
  for (std::size_t i = 0; i < named.size(); ++i) {
    bool in_key = false, twice = false;
    for (const CopyReference& reference : references)
      in_key = in_key || source[reference.source.number()].name == named[i].source;
    for (std::size_t j = 0; j < i; ++j) twice = twice || named[j].source == named[i].source;
    if (in_key && !twice) continue;
    if (where) {
      *where << "a copy of " << holder_name << ": " << named[i].source;
      if (twice)
        *where << " of " << source_name << " is named twice";
      else
        *where << " is not a member of the primary key of " << source_name;
    }
    return Mistake::CopyRefers;
  }
  return Mistake::None;
}

// True if each text of an enumerator is one of the other enumeration too.
constexpr bool have_same_texts(std::span<const EnumeratorInfo> some, std::span<const EnumeratorInfo> others) {
  if (some.size() != others.size()) return false;
  for (const EnumeratorInfo& one : some) {
    bool found = false;
    for (const EnumeratorInfo& other : others) found = found || one.attribute == other.attribute;
    if (!found) return false;
  }
  return true;
}

// True if a value of one field can be one of the other. A key cannot be made of an enumerator that the other
// enumeration lacks.
constexpr bool have_same_values(const FieldInfo& one, const FieldInfo& other) {
  return one.kind == other.kind && have_same_texts(one.enumerators, other.enumerators);
}

constexpr Mistake check_references(std::span<const FieldInfo> holder, std::string_view holder_name,
                                   std::span<const FieldInfo> source, std::string_view source_name,
                                   std::span<const CopyReference> references, Text* where) {
  for (const CopyReference& reference : references) {
    const FieldInfo& key = source[reference.source.number()];
    const bool found = reference.holder != kNone;
    if (found && have_same_values(holder[reference.holder.number()], key)) continue;
    if (where) {
      *where << key.name << " of " << source_name << ": " << holder_name << " has ";
      if (found)
        *where << holder[reference.holder.number()].name
               << (key.kind == FieldKind::Enum && holder[reference.holder.number()].kind == FieldKind::Enum
                       ? " of an enumeration with other texts"
                       : " of another type");
      else
        *where << "no such member";
    }
    return Mistake::CopyReference;
  }
  return Mistake::None;
}

constexpr bool is_unique_member(const EntityInfo& entity, FieldPosition field) {
  for (const UniqueInfo& unique : entity.unique)
    for (std::size_t i = 0; i < unique.size(); ++i)
      if (unique[i] == field) return true;
  return false;
}

// True if the library keeps the field in another way than as this one copy.
constexpr bool is_kept_otherwise(const EntityInfo& entity, FieldPosition field) {
  int copies = 0;
  for (const CopiedField& copy : entity.copies) copies += copy.field == field ? 1 : 0;
  return copies > 1 || field == entity.created || field == entity.updated || field == entity.version ||
         computed_at(entity, field) != kNone;
}

// `same_type` is true if the copy's member has the type of the source's member, or is a std::optional of it.
constexpr Mistake check_copy(const CopyInfo& copy, bool same_type, Text* where) {
  const FieldInfo& field = copy.holder->at(copy.field);
  const FieldInfo& original = copy.source->at(copy.source_field);
  if (where)
    *where << field.name << " of " << copy.holder->name << ", a copy of " << original.name << " of "
           << copy.source->name;
  bool may_be_absent = original.optional;
  for (const CopyReference& reference : copy.references)
    may_be_absent = may_be_absent || copy.holder->at(reference.holder).optional;
  const auto refuse = [&](Mistake mistake, std::string_view why) {
    if (where) *where << ": " << why;
    return mistake;
  };
  if (!same_type) return refuse(Mistake::CopyType, "their types differ");
  if (may_be_absent && !field.optional) return refuse(Mistake::CopyType, "there may be no value to repeat");
  if (!field.stored || field.attribute.empty())
    return refuse(Mistake::CopyPlace, "the copy has no attribute of its own");
  if (in_primary(*copy.holder, copy.field)) return refuse(Mistake::CopyPlace, "the copy is in the primary key");
  if (is_unique_member(*copy.holder, copy.field)) return refuse(Mistake::CopyPlace, "the copy is unique");
  if (is_kept_otherwise(*copy.holder, copy.field))
    return refuse(Mistake::CopyPlace, "the library sets the copy in another way too");
  if (!original.stored || original.attribute.empty())
    return refuse(Mistake::CopyOfKept, "the repeated member has no attribute of its own");
  if (in_primary(*copy.source, copy.source_field))
    return refuse(Mistake::CopyOfKept, "the repeated member is in the primary key");
  if (is_kept(*copy.source, copy.source_field) || copy.source_field == copy.source->version)
    return refuse(Mistake::CopyOfKept, "the library sets the repeated member");
  for (const CopyReference& reference : copy.references) {
    if (!is_kept(*copy.holder, reference.holder) && reference.holder != copy.holder->version) continue;
    if (where) {
      *where << ": the library sets " << copy.holder->at(reference.holder).name;
      if (reference.holder == copy.field) *where << ", which is the copy itself";
    }
    return Mistake::CopyReferenceKept;
  }
  for (const CopyReference& reference : copy.references) {
    if (!is_identifying(*copy.source, reference.source)) {
      if (where)
        *where << ": the key of " << copy.source->name << " does not tell " << copy.source->at(reference.source).name
               << " (pt::lossy), so items that refer to one source by different values would not be found together";
      return Mistake::CopyReference;
    }
    const FieldInfo& refers = copy.holder->at(reference.holder);
    if (refers.stored || is_identifying(*copy.holder, reference.holder)) continue;
    if (where) *where << ": " << refers.name << " is stored only in keys of indexes";
    return Mistake::CopyReference;
  }
  return Mistake::None;
}

}  // namespace partita::model::detail
