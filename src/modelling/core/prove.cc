#include <partita/model/detail/ledger.h>
#include <partita/model/detail/table_checks.h>
#include <partita/model/detail/vector_checks.h>

#include <algorithm>

#include "modelling/core/place_entity.h"
#include "modelling/core/prove_copies.h"
#include "modelling/core/prove_patterns.h"

namespace partita::modelling {
namespace {

using model::Text;

// The length of each field that can be a vector, as model::detail::vector_lengths has it: a file says no length.
std::span<const int> vector_lengths_of(const Entity& entity, Arena& arena) {
  std::vector<int> out;
  for (const Field& field : entity.fields) {
    const bool is_list = field.kind == model::FieldKind::Document &&
                         (field.document == DocumentType::List || field.document == DocumentType::Any);
    out.push_back(is_list ? 0 : model::detail::kNotAVector);
  }
  return arena.keep(std::move(out));
}

class Prover : public Proof {
 public:
  explicit Prover(std::shared_ptr<const Model> model) : Proof(std::move(model)), refused_(refusals_) {}

  void run() {
    tables_.reserve(model_->tables.size());
    for (const Table& table : model_->tables) prove_table(table);
    copies_ = prove_copies(*model_, described_, arena_, refused_);
    for (const Pattern& pattern : model_->patterns)
      patterns_.push_back(prove_pattern(pattern, *model_, described_, arena_, refused_));
  }

 private:
  void prove_table(const Table& table) {
    const PlacedTable& placed = place_table(table, arena_);
    ProvenTable out{.declared = &table};
    std::vector<const model::EntityInfo*> entities;
    std::vector<std::span<const int>> lengths;
    for (const Entity& entity : table.entities) {
      const model::EntityInfo* info = place_entity(table, placed, entity, arena_, refused_);
      out.positions.push_back(info ? model::EntityPosition(entities.size()) : model::kNone);
      if (!info) continue;
      entities.push_back(info);
      lengths.push_back(vector_lengths_of(entity, arena_));
    }
    model::TableInfo& info = arena_.make<model::TableInfo>();
    info = {.name = table.name,
            .partition = table.partition_key,
            .sort = table.sort_key,
            .type_attribute = table.type_attribute,
            .indexes = placed.infos,
            .entities = arena_.keep(std::move(entities))};
    out.info = &info;
    tables_.push_back(std::move(out));
    const std::size_t places = info.indexes.size() + 1;
    const auto separation = arena_.keep(std::vector<model::KeySeparation>(places * info.entities.size()));
    std::vector<model::KeyLead> leads(info.entities.size());
    model::set_separations(info.entities, places, leads, separation.data());
    described_.push_back({&tables_.back(), separation});
    check_table(table, info, lengths);
  }

  Place place_of(const Table& table, std::string_view entity) const {
    const Entity* found = table.entity(entity);
    return found ? found->place : table.place;
  }

  void check_table(const Table& table, const model::TableInfo& info, std::span<const std::span<const int>> lengths) {
    using namespace model::detail;
    const Subject subject{.table = table.name, .place = table.place};
    const auto check = [&](auto function) { refused_.accept(subject, function); };
    check([&](Text* where) { return check_names(info, where); });
    check([&](Text* where) { return check_index_names(info.indexes, where); });
    check_shapes(table, info);
    check([&](Text* where) { return check_key_types(info.entities, where); });
    check([&](Text* where) { return check_tags(info.type_attribute, info.entities, where); });
    check([&](Text* where) { return check_sentinels(info.entities, where); });
    check([&](Text* where) { return check_aliases(info.type_attribute, info.entities, where); });
    for (std::size_t i = 0; i < info.entities.size(); ++i) {
      const model::EntityInfo& entity = *info.entities[i];
      const Subject of_entity{
          .table = table.name, .entity = std::string(entity.name), .place = place_of(table, entity.name)};
      refused_.accept(of_entity, [&](Text* where) { return check_when(info, entity, where); });
    }
    check([&](Text* where) { return check_vector_indexes(info, lengths, where); });
    check_tags_differ(table);
  }

  // Every pair is reported, and not only the first.
  void check_shapes(const Table& table, const model::TableInfo& info) {
    constexpr model::KeySeparation kCompare[] = {model::kMixed, model::kMixed};
    for (std::size_t i = 0; i < info.entities.size(); ++i)
      for (std::size_t j = i + 1; j < info.entities.size(); ++j) {
        const model::EntityInfo* const pair[] = {info.entities[i], info.entities[j]};
        const Subject subject{
            .table = table.name, .entity = std::string(pair[0]->name), .place = place_of(table, pair[1]->name)};
        refused_.accept(subject, [&](Text* where) { return model::detail::check_same_shape(pair, kCompare, where); });
      }
  }

  void check_tags_differ(const Table& table) {
    for (std::size_t i = 0; i < table.entities.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (table.entities[i].name == table.entities[j].name)
          refused_.add(model::Mistake::TagTwice, "two entities have the tag " + table.entities[i].name,
                       {.table = table.name, .entity = table.entities[i].name, .place = table.entities[i].place});
  }

  Arena arena_;
  Refusals refused_;
  std::vector<DescribedTable> described_;
};

}  // namespace

const ProvenTable* Proof::table(std::string_view name) const {
  for (const ProvenTable& table : tables_)
    if (table.declared->name == name) return &table;
  return nullptr;
}

const model::EntityInfo* Proof::entity(std::string_view table_name, std::string_view name) const {
  const ProvenTable* found = table(table_name);
  if (!found) return nullptr;
  for (const model::EntityInfo* entity : found->info->entities)
    if (entity->name == name) return entity;
  return nullptr;
}

model::ModelInfo Proof::info() const {
  model::ModelInfo out;
  for (const ProvenTable& table : tables_) out.tables.push_back(table.info);
  for (const ProvenPattern& pattern : patterns_)
    if (pattern.served()) out.patterns.push_back(&pattern.info);
  return out;
}

std::shared_ptr<const Proof> prove(std::shared_ptr<const Model> model) {
  const auto prover = std::make_shared<Prover>(std::move(model));
  prover->run();
  return prover;
}

}  // namespace partita::modelling
