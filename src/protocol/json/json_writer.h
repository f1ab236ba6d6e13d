// Writes requests and responses as JSON by the table of fields.h.
//
// write(writer, value) has an overload for each type that a struct may hold. It appends to the writer's string. Items
// are written from their encoded bytes, without an allocation for each attribute.
#pragma once

#include <string>
#include <string_view>

#include "protocol/fields/fields_backup_operations.h"
#include "protocol/fields/fields_batch_operations.h"
#include "protocol/fields/fields_comparison_operations.h"
#include "protocol/fields/fields_item_operations.h"
#include "protocol/fields/fields_recovery_operations.h"
#include "protocol/fields/fields_statement_operations.h"
#include "protocol/fields/fields_stream_operations.h"
#include "protocol/fields/fields_table_operations.h"
#include "protocol/fields/fields_table_parts.h"
#include "protocol/fields/fields_transfer_operations.h"
#include "protocol/json/write_text.h"
#include "value/view.h"

namespace partita::protocol {

// Writes the commas of one object or list.
class Separator {
 public:
  explicit Separator(Writer& writer) : writer_(writer) {}
  void next() {
    if (!first_) writer_.put(',');
    first_ = false;
  }
  // Writes a comma if it is needed, then "name": for a name without characters to escape.
  void member(std::string_view name) {
    next();
    writer_.put('"');
    writer_.put(name);
    writer_.put("\":");
  }

 private:
  Writer& writer_;
  bool first_ = true;
};

inline void write(Writer& writer, std::string_view text) { write_text(writer, text); }
void write(Writer& writer, bool value);
void write(Writer& writer, std::int64_t value);
// Writes plain decimal digits with a fraction, such as "1.0", as the service prints capacity units.
void write(Writer& writer, double value);
// Writes the shortest digits that name the float, perhaps with an exponent.
void write(Writer& writer, float value);
void write(Writer& writer, const AttributeValue& value);
void write(Writer& writer, const AttributeMap& attributes);
void write(Writer& writer, const value::ValueView& value);
void write(Writer& writer, const value::MapView& attributes);
void write(Writer& writer, const Item& item);

inline void write(Writer& writer, const std::string& text) { write(writer, std::string_view(text)); }

template <class E>
void write(Writer& writer, const OpenEnum<E>& value) {
  write(writer, value.text());
}

template <class T>
void write(Writer& writer, const std::vector<T>& list) {
  writer.put('[');
  Separator separator(writer);
  for (const T& element : list) {
    separator.next();
    write(writer, element);
  }
  writer.put(']');
}

template <class Pairs>
void write_map(Writer& writer, const Pairs& pairs) {
  writer.put('{');
  Separator separator(writer);
  for (const auto& [name, value] : pairs) {
    separator.next();
    write(writer, name);
    writer.put(':');
    write(writer, value);
  }
  writer.put('}');
}
template <class T>
void write(Writer& writer, const NamedList<T>& pairs) {
  write_map(writer, pairs);
}
template <class T>
void write(Writer& writer, const std::map<std::string, T>& pairs) {
  write_map(writer, pairs);
}

// The visitor that writes each member that is not absent.
struct MemberWriter {
  Writer& writer;
  Separator separator;

  template <class T>
  void operator()(std::string_view name, const T& member, AtMost = {}) {
    separator.member(name);
    write(writer, member);
  }
  template <class T>
  void operator()(std::string_view name, const std::optional<T>& member, AtMost = {}) {
    if (member) (*this)(name, *member);
  }
};

template <class T>
void write(Writer& writer, const T& object) {
  writer.put('{');
  MemberWriter members{writer, Separator(writer)};
  fields(members, object);
  writer.put('}');
}

}  // namespace partita::protocol
