#include "movement/reshaping/fill_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mutex>
#include <optional>

#include "base/contains.h"
#include "base/try.h"
#include "model/core/spell.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "movement/tables/wait_until_active.h"
#include "transfer/tables/patience.h"
#include "transfer/tables/scan_table.h"

namespace partita::movement {
namespace {

using modelling::ProvenTable;
using modelling::derive::MissingFields;
using modelling::derive::NewFields;

constexpr std::chrono::minutes kFillPatience{5};
// An item that is changed more often than this between the read and the write is left to the next pass.
constexpr int kMostAttempts = 20;

// The update of one item, with its names and values.
class Update {
 public:
  Update(const ProvenTable& table, std::string name, const AttributeMap& item) : table_(table) {
    request_.table_name = std::move(name);
    request_.key = model::primary_key_of(*table.info, item);
    request_.return_consumed_capacity = ReturnConsumedCapacity::Total;
    condition_ = fmt::format("attribute_exists({})", name_of(std::string(table.info->partition)));
  }

  void set(const MissingFields& missing, const AttributeMap& item) {
    for (const auto& [attribute, value] : missing.set) {
      sets_.push_back(fmt::format("{} = {}", name_of(attribute), value_of(value)));
      condition_ += fmt::format(" AND attribute_not_exists({})", name_of(attribute));
    }
    for (const std::string& source : missing.sources) {
      if (source == table_.info->partition || source == table_.info->sort) continue;
      const AttributeValue* value = item.find(source);
      condition_ += value ? fmt::format(" AND {} = {}", name_of(source), value_of(*value))
                          : fmt::format(" AND attribute_not_exists({})", name_of(source));
    }
  }
  void remove(const std::vector<std::string>& attributes) {
    for (const std::string& attribute : attributes) removes_.push_back(name_of(attribute));
  }

  UpdateItemRequest request() {
    std::string text;
    if (!sets_.empty()) text += fmt::format("SET {}", fmt::join(sets_, ", "));
    if (!removes_.empty()) text += fmt::format("{}REMOVE {}", text.empty() ? "" : " ", fmt::join(removes_, ", "));
    request_.update_expression = std::move(text);
    request_.condition_expression = condition_;
    return request_;
  }

 private:
  std::string name_of(const std::string& attribute) {
    if (!request_.expression_attribute_names) request_.expression_attribute_names.emplace();
    for (const auto& [name, known] : *request_.expression_attribute_names)
      if (known == attribute) return name;
    std::string name = fmt::format("#n{}", request_.expression_attribute_names->size());
    request_.expression_attribute_names->emplace(name, attribute);
    return name;
  }
  std::string value_of(const AttributeValue& value) {
    if (!request_.expression_attribute_values) request_.expression_attribute_values.emplace();
    std::string name = fmt::format(":v{}", request_.expression_attribute_values->size());
    request_.expression_attribute_values->set(name, value);
    return name;
  }

  const ProvenTable& table_;
  UpdateItemRequest request_;
  std::string condition_;
  std::vector<std::string> sets_;
  std::vector<std::string> removes_;
};

class Filler {
 public:
  Filler(Database& database, const NewFields& fields, const FillSettings& settings)
      : database_(database), fields_(fields), settings_(settings) {}

  Result<void> fill(const ProvenTable& table) {
    const std::string name = settings_.prefix + table.declared->name;
    const transfer::ScanSettings how{
        .segments = settings_.segments, .consistency = transfer::ReadConsistency::Consistent, .pace = settings_.units};
    return transfer::scan_table(database_, name, how, [&](int, const std::vector<Item>& items) -> Result<void> {
      for (const Item& item : items) PARTITA_TRY(fill(table, name, item.to_map()));
      const std::lock_guard lock(mutex_);
      read_ += items.size();
      settings_.on_page(read_);
      return {};
    });
  }
  FillReport take_report() { return std::move(report_); }

 private:
  Result<void> fill(const ProvenTable& table, const std::string& name, AttributeMap item) {
    if (model::owner_of_sentinel(*table.info, item)) return {};
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      const auto missing = fields_.missing_in(table.declared->name, item);
      if (!missing) return tell_fault(table, item, missing.error());
      if (attempt == 0) count(*missing);
      const bool drops = settings_.mode == FillMode::FillAndDropOld && !missing->left_over.empty();
      if (settings_.mode == FillMode::List || (missing->set.empty() && !drops)) return {};
      Update update(table, name, item);
      update.set(*missing, item);
      if (drops) update.remove(missing->left_over);
      PARTITA_TRY_VALUE(is_written, write(update.request()));
      if (is_written) {
        count_written(*missing, drops);
        return {};
      }
      PARTITA_TRY_VALUE(there, read(name, model::primary_key_of(*table.info, item)));
      if (!there) return {};
      item = there->to_map();
    }
    count_unsettled(table, item);
    return {};
  }

  template <class Ask>
  auto persistently(const Ask& ask) {
    const std::atomic<bool> is_stopped = false;
    transfer::Patience patience(kFillPatience);
    for (;;) {
      if (settings_.units) settings_.units->wait(is_stopped);
      auto answer = ask();
      if (answer || !transfer::may_succeed_later(answer.error())) return answer;
      if (settings_.units && transfer::is_throttling(answer.error())) settings_.units->refuse(1);
      if (!patience.wait()) return answer;
    }
  }

  // Returns false if the item is another one now.
  Result<bool> write(const UpdateItemRequest& request) {
    auto done = persistently([&] { return database_.update_item(request); });
    if (!done && done.error().code == ErrorCode::ConditionalCheckFailedException) return false;
    if (!done) return unexpected(std::move(done.error()));
    if (settings_.units && done->consumed_capacity)
      settings_.units->spend(done->consumed_capacity->capacity_units.value_or(1));
    return true;
  }
  Result<std::optional<Item>> read(const std::string& name, const AttributeMap& key) {
    PARTITA_TRY_VALUE(found, persistently([&] {
                        return database_.get_item({.table_name = name, .key = key, .consistent_read = true});
                      }));
    return std::move(found.item);
  }
  void count(const MissingFields& missing) {
    if (!missing.origin) return;
    const std::lock_guard lock(mutex_);
    FilledEntity& entity = report_.entities[missing.origin];
    if (!missing.set.empty()) ++entity.lacking;
    if (missing.differs) ++entity.differing;
    if (!missing.left_over.empty()) ++entity.left_over;
  }
  void count_unsettled(const ProvenTable& table, const AttributeMap& item) {
    const auto missing = fields_.missing_in(table.declared->name, item);
    if (!missing || !missing->origin) return;
    const std::lock_guard lock(mutex_);
    ++report_.entities[missing->origin].unsettled;
  }
  void count_written(const MissingFields& missing, bool drops) {
    const std::lock_guard lock(mutex_);
    FilledEntity& entity = report_.entities[missing.origin];
    if (!missing.set.empty()) ++entity.filled;
    if (drops) ++entity.dropped;
  }
  Result<void> tell_fault(const ProvenTable& table, const AttributeMap& item, const Error& error) {
    const std::lock_guard lock(mutex_);
    if (report_.fault_count++ < FillReport::kMostFaults)
      report_.faults.push_back(fmt::format("{} {}: {}", settings_.prefix + table.declared->name,
                                           model::spell(model::primary_key_of(*table.info, item)), error.message));
    return {};
  }

  Database& database_;
  const NewFields& fields_;
  const FillSettings& settings_;
  std::mutex mutex_;  // guards the following, and is held during on_page
  FillReport report_;
  std::uint64_t read_ = 0;
};

}  // namespace

Result<FillReport> fill_fields(Database& database, const NewFields& fields, const FillSettings& settings) {
  Filler filler(database, fields, settings);
  std::vector<const ProvenTable*> tables;
  for (const auto* origin : fields.entities())
    if (!base::contains(tables, origin->to_table)) tables.push_back(origin->to_table);
  for (const ProvenTable* table : tables) {
    PARTITA_TRY_VALUE(there, find_table(database, settings.prefix + table->declared->name));
    if (there) PARTITA_TRY(filler.fill(*table));
  }
  return filler.take_report();
}

}  // namespace partita::movement
