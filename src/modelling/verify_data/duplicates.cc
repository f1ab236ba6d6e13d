#include "modelling/verify_data/duplicates.h"

#include <fmt/format.h>
#include <partita/database.h>

#include <algorithm>

#include "base/try.h"
#include "model/core/spell.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "modelling/run/context.h"

namespace partita::modelling::verify_data {
namespace {

bool has_unique_fields(const model::TableInfo& table) {
  return std::any_of(table.entities.begin(), table.entities.end(),
                     [](const model::EntityInfo* entity) { return !entity->unique.empty(); });
}

// The text of the sentinel's key, which tells the entity, the fields and their values.
const std::string& text_of_sentinel(const model::TableInfo& table, const AttributeMap& key) {
  return key.find(table.partition)->text();
}

// Calls `each` with every item of the table that has unique values and is not a sentinel.
template <class Each>
Result<void> for_each_owner(model::Session& session, const model::TableInfo& table, Each each) {
  OptionalItem start;
  do {
    ScanRequest request;
    request.table_name = model::table_name(session, table);
    request.exclusive_start_key = start;
    request.consistent_read = true;
    PARTITA_TRY_VALUE(page, model::database_of(session).scan(std::move(request)));
    if (page.items)
      for (const Item& stored : *page.items) {
        const AttributeMap item = stored.to_map();
        if (model::owner_of_sentinel(table, item)) continue;
        const model::Judgement judgement = model::judge(table, item);
        if (!judgement.sentinels.empty()) each(judgement);
      }
    start = std::move(page.last_evaluated_key);
  } while (start);
  return {};
}

class Duplicates {
 public:
  Duplicates(model::Session& session, const model::TableInfo& table, const DuplicateOptions& options,
             DataReport& report)
      : session_(session), table_(table), options_(options), report_(report) {}

  Result<void> find() {
    for (std::size_t round = 0; round < rounds_; ++round) PARTITA_TRY(find_in_round(round));
    return {};
  }

 private:
  // A round looks at the values whose hash belongs to it. The first one counts the values, and more rounds follow if
  // they do not fit into one.
  Result<void> find_in_round(std::size_t round) {
    std::vector<std::size_t> hashes;
    std::size_t values = 0;
    bool too_many = false;
    PARTITA_TRY(for_each_owner(session_, table_, [&](const model::Judgement& owner) {
      for (const AttributeMap& sentinel : owner.sentinels) {
        ++values;
        const std::size_t hash = std::hash<std::string>()(text_of_sentinel(table_, sentinel));
        if (hash % rounds_ != round || too_many) continue;
        hashes.push_back(hash);
        too_many = round == 0 && rounds_ == 1 && hashes.size() >= options_.values_at_once;
      }
    }));
    if (too_many) {
      rounds_ = values / std::max<std::size_t>(options_.values_at_once / 2, 1) + 1;
      return find_in_round(round);
    }
    keep_repeated(hashes);
    return hashes.empty() ? Result<void>() : report_owners(hashes);
  }

  // Leaves each hash that occurs more than once.
  static void keep_repeated(std::vector<std::size_t>& hashes) {
    std::sort(hashes.begin(), hashes.end());
    std::size_t kept = 0;
    for (std::size_t i = 1; i < hashes.size(); ++i)
      if (hashes[i] == hashes[i - 1] && (kept == 0 || hashes[kept - 1] != hashes[i])) hashes[kept++] = hashes[i];
    hashes.resize(kept);
  }

  struct Owner {
    AttributeMap key;
    std::string entity;
  };

  Result<void> report_owners(const std::vector<std::size_t>& repeated) {
    std::map<std::string, std::vector<Owner>> owners;
    bool cut = false;
    PARTITA_TRY(for_each_owner(session_, table_, [&](const model::Judgement& owner) {
      for (const AttributeMap& sentinel : owner.sentinels) {
        const std::string& text = text_of_sentinel(table_, sentinel);
        if (!std::binary_search(repeated.begin(), repeated.end(), std::hash<std::string>()(text))) continue;
        if (owners.size() >= options_.values && !owners.contains(text)) {
          cut = true;
          continue;
        }
        owners[text].push_back({owner.key, std::string(owner.entity->name)});
      }
    }));
    for (const auto& [value, all] : owners)
      if (all.size() > 1) add(value, all);
    if (cut)
      report_.notes.push_back(
          fmt::format("the table {} has more than {} duplicates of unique values: repair these and "
                      "verify again",
                      table_.name, options_.values));
    return {};
  }

  void add(const std::string& value, const std::vector<Owner>& all) {
    for (const Owner& owner : all) {
      const Owner& other = &owner == &all.front() ? all.back() : all.front();
      report_.findings.add({.kind = std::string(kDuplicate),
                            .table = std::string(table_.name),
                            .entity = owner.entity,
                            .key = owner.key,
                            .detail = fmt::format("{} has the same unique value, {}", model::spell(other.key), value),
                            .cure = "Change the value of all but one of these items, then repair.",
                            .repairable = false});
    }
  }

  model::Session& session_;
  const model::TableInfo& table_;
  const DuplicateOptions& options_;
  DataReport& report_;
  std::size_t rounds_ = 1;
};

}  // namespace

Result<void> find_duplicates(const std::shared_ptr<model::Session>& session, const model::TableInfo& table,
                             const DuplicateOptions& options, DataReport& report) {
  if (!has_unique_fields(table)) return {};
  return Duplicates(*session, table, options, report).find();
}

}  // namespace partita::modelling::verify_data
