// Runs the requests of a model's patterns on a database in memory, and tells the capacity that they consume by place.
#pragma once

#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/model/runtime/session.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/open.h>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "model/keys/compose.h"
#include "model/plan/unique.h"
#include "modelling/cost/access.h"
#include "modelling/read/read_model.h"

namespace partita::modelling::cost_engine {

// Units by place: "" is the table, otherwise an index.
using Places = std::map<std::string, double>;

inline std::shared_ptr<const Proof> prove_text(const std::string& text) {
  auto model = read_model_text(text, "case.yml");
  if (!model) {
    ADD_FAILURE() << model.error().message << '\n' << text;
    return prove(std::make_shared<const Model>());
  }
  auto proof = prove(std::make_shared<const Model>(std::move(*model)));
  for (const Refusal& refusal : proof->refusals())
    ADD_FAILURE() << refusal.place.line << ": " << refusal.particulars << '\n' << text;
  return proof;
}

// The places and units of a pattern's call by the cost module.
inline Places expected_units(const PatternUnits& units, bool write) {
  Places places;
  for (const Access& access : units.accesses)
    if (access.write == write)
      places[access.index == model::kNone ? "" : std::string(access.table->at(access.index).name)] +=
          access.all_units();
  return places;
}

// The text of `bytes` bytes whose value differs for each `number`.
inline std::string text_of_bytes(double bytes, int number) {
  std::string text(static_cast<std::size_t>(bytes), 'x');
  const std::string digits = std::to_string(number);
  text.replace(0, std::min(digits.size(), text.size()), digits, 0, std::min(digits.size(), text.size()));
  return text;
}

// A value of a field, of the size that the cost module assumes.
inline AttributeValue value_of(const Field& field, int number) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::Enum:
      return field.enumerators[static_cast<std::size_t>(number) % field.enumerators.size()].attribute;
    case FieldKind::Time: {
      std::string text = "2026-01-05T10:00:00.000Z";
      text.replace(20, 3, std::to_string(100 + number % 900));
      return text;
    }
    case FieldKind::Ulid: {
      std::string text = "01JGTESTTESTTESTTESTTEST00";
      text.replace(24, 2, std::to_string(10 + number % 90));
      return text;
    }
    case FieldKind::Integer:
      return std::int64_t{12345} + number * 10 % 900;
    case FieldKind::Bool:
      return number % 2 == 0;
    default:
      return text_of_bytes(field.size_bytes.value_or(20), number);
  }
}

class EngineOfModel {
 public:
  explicit EngineOfModel(const std::string& text) : proof_(prove_text(text)), units_(units_of_model(proof_)) {
    auto opened = open("", {.in_memory = true});
    if (!opened) throw std::runtime_error(opened.error().message);
    database_ = std::move(*opened);
    session_ = model::make_session(database_);
    for (const ProvenTable& table : proof_->tables()) {
      const auto created = database_->create_table(model::create_table_request(*session_, *table.info));
      if (!created) throw std::runtime_error(created.error().message);
    }
  }

  const PatternUnits& units() const { return units_.patterns.front(); }
  const Pattern& pattern() const { return *units().pattern; }
  const ItemShape& shape(const std::string& entity) const { return *units_.shapes->find("", entity); }
  Database& database() { return *database_; }

  // The values of an item's fields. `variants` gives numbers to fields, others have `number`; a field in `without` is
  // absent.
  AttributeMap fields(const std::string& entity, int number, const std::map<std::string, int>& variants = {},
                      const std::set<std::string>& without = {}) const {
    AttributeMap values;
    const ItemShape& of = shape(entity);
    for (const Field& field : of.declared->fields) {
      if (without.contains(field.name)) continue;
      const auto variant = variants.find(field.name);
      values.set(field.attribute, value_of(field, variant == variants.end() ? number : variant->second));
    }
    return values;
  }

  // The whole item, as the model layer stores it.
  AttributeMap item(const std::string& entity, const AttributeMap& values, int write = 0) const {
    const ItemShape& of = shape(entity);
    auto keys = model::compose_all(*of.table_info, *of.entity, values);
    if (!keys) throw std::runtime_error(keys.error().message);
    AttributeMap item = values;
    for (const auto& [name, value] : keys->present) item.set(name, value);
    if (!of.table_info->type_attribute.empty())
      item.set(std::string(of.table_info->type_attribute), std::string(of.entity->name));
    if (of.entity->version != model::kNone) item.set(std::string(model::kWriteIdAttribute), text_of_bytes(36, write));
    return item;
  }

  AttributeMap key(const std::string& entity, const AttributeMap& values) const {
    auto keys = model::compose_primary(*shape(entity).entity, values);
    if (!keys) throw std::runtime_error(keys.error().message);
    return *keys;
  }

  std::vector<AttributeMap> sentinels(const std::string& entity, const AttributeMap& values) const {
    std::vector<AttributeMap> items;
    const ItemShape& of = shape(entity);
    for (const model::UniqueInfo& unique : of.entity->unique) {
      const auto sentinel = model::unique_key(*of.table_info, *of.entity, unique, values);
      if (!sentinel) throw std::runtime_error(sentinel.error().message);
      if (*sentinel) items.push_back(model::unique_item(*of.table_info, **sentinel, key(entity, values)));
    }
    return items;
  }

  std::string table(const std::string& entity) const { return std::string(shape(entity).table_info->name); }

  void put(const std::string& entity, const AttributeMap& item) {
    const auto put = database_->put_item({.table_name = table(entity), .item = {item}});
    if (!put) throw std::runtime_error(put.error().message);
  }

  static Places places_of(const ConsumedCapacity& consumed) {
    Places places;
    if (consumed.table && consumed.table->capacity_units.value_or(0) > 0) places[""] += *consumed.table->capacity_units;
    for (const auto& indexes : {consumed.local_secondary_indexes, consumed.global_secondary_indexes})
      if (indexes)
        for (const auto& [name, capacity] : *indexes) places[name] += capacity.capacity_units.value_or(0);
    return places;
  }
  template <class Response>
  static Places places_of(const Result<Response>& answer) {
    if (!answer) throw std::runtime_error(answer.error().message);
    if constexpr (requires { answer->consumed_capacity->front(); }) {
      Places sum;
      for (const ConsumedCapacity& one : *answer->consumed_capacity)
        for (const auto& [place, units] : places_of(one)) sum[place] += units;
      return sum;
    } else {
      return places_of(*answer->consumed_capacity);
    }
  }

 private:
  std::shared_ptr<const Proof> proof_;
  ModelUnits units_;
  std::shared_ptr<Database> database_;
  std::shared_ptr<model::Session> session_;
};

}  // namespace partita::modelling::cost_engine
