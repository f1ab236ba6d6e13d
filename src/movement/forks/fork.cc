#include "movement/forks/fork.h"

#include <fmt/format.h>

#include <memory>

#include "base/try.h"
#include "modelling/write/table_request.h"
#include "movement/copies/table_settings.h"
#include "movement/forks/fork_items.h"
#include "movement/forks/search_fork.h"
#include "transfer/tables/table_facts.h"
#include "transfer/tables/workers.h"

namespace partita::movement {
namespace {

using modelling::ProvenTable;

// The texts that a fork has whatever its source has.
std::vector<std::string> known_texts(const Treatments& treatments, const Substitutes& substitutes) {
  std::vector<std::string> out = substitutes.constants();
  const auto add = [&](std::string_view text) {
    if (!text.empty()) out.emplace_back(text);
  };
  const auto add_key = [&](const model::EntityKey& key) {
    for (const auto& attributes : {key.partition, key.sort})
      for (const model::KeyAttribute& attribute : attributes)
        for (const model::KeyPart& part : attribute.value.parts) add(part.literal);
  };
  for (const EntityTreatment& entity : treatments.entities()) {
    const model::TableInfo& table = *entity.table->info;
    for (const std::string_view name : {table.partition, table.sort, table.type_attribute}) add(name);
    for (const model::IndexInfo& index : table.indexes) {
      add(index.shards.attribute);
      for (const auto& names : {index.partition, index.sort})
        for (const std::string_view name : names) add(name);
    }
    add(entity.info->name);
    add(entity.info->sentinel_name());
    for (const std::string_view alias : entity.info->aliases) add(alias);
    add_key(entity.info->primary);
    for (const model::EntityKey& key : entity.info->indexes) add_key(key);
    for (const model::FieldInfo& field : entity.info->fields) {
      add(field.name);
      add(field.attribute);
      for (const model::EnumeratorInfo& one : field.enumerators)
        for (const std::string_view text : {one.name, one.attribute, one.key}) add(text);
    }
  }
  add("UNIQUE");
  return out;
}

class Fork {
 public:
  Fork(const modelling::Proof& proof, const Treatments& treatments, const ForkRules& rules, Database& source,
       Database& target, const ForkSettings& settings, ForkProgress& progress)
      : treatments_(treatments),
        source_(source),
        target_(target),
        settings_(settings),
        progress_(progress),
        substitutes_(settings.key, treatments.beginnings()),
        originals_(known_texts(treatments, substitutes_), rules.may_remain),
        anonymiser_(treatments, rules.attributes, substitutes_, originals_),
        collections_(settings.key, rules.share) {
    for (const ProvenTable& table : proof.tables())
      if (settings.tables.contains(table.declared->name)) tables_.push_back(&table);
  }

  Result<ForkReport> fork() {
    for (const ProvenTable* table : tables_) PARTITA_TRY(check_source(*table));
    std::vector<TableSettings> later;
    for (const ProvenTable* table : tables_) {
      PARTITA_TRY_VALUE(made, make_table(*table));
      later.push_back(std::move(made));
    }
    PARTITA_TRY(load());
    for (const TableSettings& table : later) {
      std::vector<std::string> notes;
      PARTITA_TRY(set_settings(target_, table, *table.table.table_name, notes));
    }
    originals_.prepare();
    ForkReport report;
    for (const auto& items : items_) report.tables.push_back(items->report());
    for (const auto& [name, count] : anonymiser_.unnamed())
      report.left_out[originals_.find_in(name) ? "(a name with an original value)" : name] += count;
    report.unmatched = anonymiser_.unmatched();
    report.values = originals_.size();
    report.short_values = originals_.short_values();
    report.known_values = originals_.known_values();
    report.fingerprint = substitutes_.fingerprint();
    items_.clear();
    PARTITA_TRY(search_fork(treatments_, tables_, target_, originals_, settings_, progress_, report));
    return report;
  }

 private:
  const std::string& source_of(const ProvenTable& table) const { return settings_.tables.at(table.declared->name); }

  Result<void> check_source(const ProvenTable& table) {
    PARTITA_TRY_VALUE(facts, transfer::describe(source_, source_of(table)));
    const bool has_sort = facts.key.size() > 1;
    const bool fits = facts.key.front().name == table.info->partition && has_sort == !table.info->sort.empty() &&
                      (!has_sort || facts.key.back().name == table.info->sort);
    if (fits) return {};
    return invalid(fmt::format("the table {} of the source has the key {}{}, and that of the model {}{}",
                               source_of(table), facts.key.front().name, has_sort ? ", " + facts.key.back().name : "",
                               table.info->partition,
                               table.info->sort.empty() ? "" : fmt::format(", {}", table.info->sort)));
  }

  // The stream and the time to live follow after the items.
  Result<TableSettings> make_table(const ProvenTable& table) {
    TableSettings out;
    out.table = modelling::keys_request(*table.declared, *table.info, table.declared->name);
    PARTITA_TRY_VALUE(expiry, modelling::ttl_attribute(*table.declared));
    out.expiry_attribute = std::move(expiry);
    if (table.declared->stream)
      out.stream = StreamSpecification{.stream_enabled = true, .stream_view_type = table.declared->stream};
    std::vector<std::string> notes;
    PARTITA_TRY(create_table_like(target_, out, table.declared->name, notes));
    return out;
  }

  Result<void> load() {
    for (const ProvenTable* table : tables_) {
      items_.push_back(std::make_unique<ForkItems>(treatments_, *table, source_of(*table), source_, target_, settings_,
                                                   anonymiser_, collections_, progress_));
      PARTITA_TRY(items_.back()->load_sample());
    }
    for (;;) {
      const std::vector<ItemCollection> wanted = collections_.take_wanted();
      if (wanted.empty()) return {};
      std::atomic<std::size_t> next = 0;
      const auto load_some = [&](int, const std::atomic<bool>& is_stopped) -> Result<void> {
        for (std::size_t at = next++; at < wanted.size() && !is_stopped; at = next++) PARTITA_TRY(load(wanted[at]));
        return {};
      };
      PARTITA_TRY(transfer::run_workers(settings_.segments, load_some));
    }
  }

  Result<void> load(const ItemCollection& collection) {
    for (const auto& items : items_)
      if (&items->table() == collection.table) return items->load(collection);
    return {};
  }

  const Treatments& treatments_;
  Database& source_;
  Database& target_;
  const ForkSettings& settings_;
  ForkProgress& progress_;
  const Substitutes substitutes_;
  OriginalValues originals_;
  Anonymiser anonymiser_;
  SampledCollections collections_;
  std::vector<const ProvenTable*> tables_;
  std::vector<std::unique_ptr<ForkItems>> items_;
};

}  // namespace

Result<ForkReport> fork_tables(const modelling::Proof& proof, const Treatments& treatments, const ForkRules& rules,
                               Database& source, Database& target, const ForkSettings& settings,
                               ForkProgress& progress) {
  return Fork(proof, treatments, rules, source, target, settings, progress).fork();
}

}  // namespace partita::movement
