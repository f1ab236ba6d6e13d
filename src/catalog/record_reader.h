// RecordReader reads the members of a record; and the members that the records of tables and streams share.
#pragma once

#include <partita/attribute_value.h>

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "catalog/realm.h"
#include "catalog/table_info.h"

namespace partita::catalog {

// An enumerator as a record has it.
template <class E>
AttributeValue text_of(E value) {
  return AttributeValue(to_text(value));
}

// Returns false, with an undefined `out`, if `text` is not an integer of the type.
template <std::integral Integer>
bool read_integer(const std::string& text, Integer& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

// A missing member keeps its default if it is not required, or if the caller asks map.contains() first. Otherwise, and
// if a member has another type, `ok` becomes false.
enum class Need { Required, Optional };

struct RecordReader {
  const AttributeMap& map;
  bool& ok;

  const AttributeValue* find(std::string_view name, AttributeType type, Need need) const {
    const AttributeValue* value = map.find(name);
    if (value && value->is(type)) return value;
    if (value || need == Need::Required) ok = false;
    return nullptr;
  }
  void read(std::string_view name, std::string& out) const {
    if (const auto* v = find(name, AttributeType::S, Need::Required)) out = v->s();
  }
  template <std::integral Integer>
  void read(std::string_view name, Integer& out, Need need = Need::Required) const {
    if (const auto* v = find(name, AttributeType::N, need)) {
      if (!read_integer(v->n(), out)) ok = false;
    }
  }
  void read(std::string_view name, bool& out) const {
    if (const auto* v = find(name, AttributeType::Bool, Need::Required)) out = v->boolean();
  }
  template <class E>
  void read_enum(std::string_view name, E& out) const {
    if (const auto* v = find(name, AttributeType::S, Need::Required)) {
      auto open = OpenEnum<E>::from_text(v->s());
      if (open.known())
        out = open.value();
      else
        ok = false;
    }
  }
  template <class Visit>
  void each_map(std::string_view name, Visit visit) const {
    const auto* v = find(name, AttributeType::L, Need::Required);
    if (!v) return;
    for (const AttributeValue& element : v->l()) {
      if (element.is(AttributeType::M))
        visit(RecordReader{element.m(), ok});
      else
        ok = false;
    }
  }
};

AttributeValue write_keys(const KeySchema& keys);
void read_keys(const RecordReader& in, KeySchema& out);
// The member `policy`, which a table or stream without a policy may lack.
void write_policy(AttributeMap& out, const AttachedPolicyPtr& attached);
void read_policy(const RecordReader& in, AttachedPolicyPtr& out);
// The member `realm`. A faulty one gives the own realm.
Realm read_realm(const RecordReader& in);

}  // namespace partita::catalog
