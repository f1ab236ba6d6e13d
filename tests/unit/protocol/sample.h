// Makes requests and responses with every member set, from the table of fields, and counts the members.
#pragma once

#include <gtest/gtest.h>

#include <boost/pfr/tuple_size.hpp>

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

namespace partita::protocol {

// All ten types, and the same inside a list and a map.
inline AttributeMap every_type() {
  AttributeMap item{{"s", "text"},
                    {"empty", ""},
                    {"n", AttributeValue::number("-12.5")},
                    {"b", AttributeValue::binary(std::string("\0\xff\x10", 3))},
                    {"t", true},
                    {"f", false},
                    {"null", AttributeValue::null()},
                    {"ss", AttributeValue::string_set({"a", "b"})},
                    {"ns", AttributeValue::number_set({"1", "2"})},
                    {"bs", AttributeValue::binary_set({"x", "yz"})}};
  const AttributeMap inner = item;
  item.set("m", AttributeValue::map(inner));
  item.set("l", AttributeValue::list({AttributeValue::map(inner), "x", AttributeValue::list()}));
  return item;
}

class Sampler {
 public:
  template <class T>
  void operator()(std::string_view name, T& member, AtMost = {}) {
    ++members_;
    if constexpr (std::same_as<T, OptionalInteger>)
      // These have 32 bits.
      if (name == "Limit" || name == "Segment" || name == "TotalSegments") return void(member = ++count_);
    fill(member);
  }

  template <class T>
  void fill(std::optional<T>& out) {
    if constexpr (requires { typename T::Enum; }) {
      out.emplace(T::from_text(texts_of(typename T::Enum{}).back()));
    } else {
      fill(out.emplace());
    }
  }
  void fill(std::string& out) { out = "text " + std::to_string(++count_); }
  void fill(bool& out) { out = ++count_ % 2 == 0; }
  void fill(std::int64_t& out) { out = ++count_ % 3 == 0 ? -count_ : count_ * 10'000'000'000; }
  void fill(double& out) { out = ++count_ + 0.25; }
  void fill(float& out) { out = static_cast<float>(++count_) + 0.25f; }
  void fill(AttributeValue& out) { out = every_type(); }
  void fill(AttributeMap& out) { out = every_type(); }
  void fill(Item& out) { out = Item(every_type()); }
  template <class T>
  void fill(std::vector<T>& out) {
    for (T& element : out = std::vector<T>(2)) fill(element);
  }
  template <class T>
  void fill(NamedList<T>& out) {
    for (const char* name : {"z", "a \"quoted\" name"}) fill(out.emplace_back(name, T{}).second);
  }
  template <class T>
  void fill(std::map<std::string, T>& out) {
    for (const char* name : {"#b", "#a"}) fill(out[name]);
  }
  template <class T>
  void fill(T& out) {
    Sampler inner(count_);
    fields(inner, out);
    count_ = inner.count_;
    if constexpr (!std::derived_from<T, PageResponse>) {
      EXPECT_EQ(inner.members_, boost::pfr::tuple_size_v<T>) << "a member of " << typeid(T).name() << " has no name";
    }
  }

  Sampler() = default;

 private:
  explicit Sampler(std::int64_t count) : count_(count) {}
  std::int64_t count_ = 0;
  std::size_t members_ = 0;
};

template <class T>
T sample() {
  T out;
  Sampler().fill(out);
  return out;
}

}  // namespace partita::protocol
