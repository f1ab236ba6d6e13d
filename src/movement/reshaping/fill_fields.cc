#include "movement/reshaping/fill_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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
#include "value/limits.h"
#include "value/size.h"

namespace partita::movement {
namespace {

using modelling::ProvenTable;
using modelling::derive::MissingFields;
using modelling::derive::NewFields;
using modelling::derive::NewValue;

constexpr std::chrono::minutes kFillPatience{5};
// An item that is changed more often than this between the read and the write is left to the next pass.
constexpr int kMostAttempts = 20;
// An expression has up to 4 KB of text, so more fields take several writes.
constexpr std::size_t kMostFieldsOfWrite = 25;

// The update of one item, with its names and values.
class Update {
 public:
  Update(const ProvenTable& table, std::string name, const AttributeMap& item) : table_(table) {
    request_.table_name = std::move(name);
    request_.key = model::primary_key_of(*table.info, item);
    request_.return_consumed_capacity = ReturnConsumedCapacity::Total;
    condition_ = fmt::format("attribute_exists({})", name_of(std::string(table.info->partition)));
  }

  void set(const NewValue& value, const AttributeMap& item) {
    sets_.push_back(fmt::format("{} = {}", name_of(value.attribute), value_of(value.value)));
    expect(value.attribute, item);
    for (const std::string& source : value.sources) expect(source, item);
  }
  void remove(const std::string& attribute, const AttributeMap& item) {
    removes_.push_back(name_of(attribute));
    expect(attribute, item);
  }
  // The attribute must be as it was read.
  void expect(const std::string& attribute, const AttributeMap& item) {
    if (attribute == table_.info->partition || attribute == table_.info->sort) return;
    if (base::contains(expected_, attribute)) return;
    expected_.push_back(attribute);
    const AttributeValue* value = item.find(attribute);
    condition_ += value ? fmt::format(" AND {} = {}", name_of(attribute), value_of(*value))
                        : fmt::format(" AND attribute_not_exists({})", name_of(attribute));
  }

  // Whether it writes all that is to be written.
  bool is_last() const { return is_last_; }
  void set_last(bool is_last) { is_last_ = is_last; }

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
  std::vector<std::string> expected_;
  bool is_last_ = true;
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
    int attempt = 0;
    for (bool is_first = true; attempt < kMostAttempts; is_first = false) {
      const auto missing = fields_.missing_in(table.declared->name, item);
      if (!missing) return tell_fault(table, item, missing.error());
      if (is_first) {
        count(table, *missing, item);
        PARTITA_TRY(check_size(table, *missing, item));
      }
      auto update = update_of(table, name, *missing, item);
      if (!update) {
        count_kept(*missing);
        return {};
      }
      auto is_written = write(update->request());
      if (!is_written && is_fault_of_item(is_written.error())) return tell_fault(table, item, is_written.error());
      if (!is_written) return unexpected(std::move(is_written.error()));
      if (*is_written && update->is_last()) {
        count_written(*missing);
        if (settings_.differing != Differing::Accept && !missing->doubtful_left_over.empty()) count_kept(*missing);
        return {};
      }
      if (!*is_written) ++attempt;
      PARTITA_TRY_VALUE(there, read(name, model::primary_key_of(*table.info, item)));
      if (!there) return {};
      item = there->to_map();
    }
    count_unsettled(table, item);
    return {};
  }

  // The next write of the item, or nullopt.
  std::optional<Update> update_of(const ProvenTable& table, const std::string& name, const MissingFields& missing,
                                  const AttributeMap& item) const {
    if (settings_.mode == FillMode::List) return std::nullopt;
    Update update(table, name, item);
    if (settings_.mode == FillMode::Fill) {
      std::vector<NewValue> values = missing.set;
      if (settings_.differing == Differing::Derive)
        values.insert(values.end(), missing.differing.begin(), missing.differing.end());
      if (values.empty()) return std::nullopt;
      for (std::size_t i = 0; i < std::min(values.size(), kMostFieldsOfWrite); ++i) update.set(values[i], item);
      update.set_last(values.size() <= kMostFieldsOfWrite);
      return update;
    }
    std::vector<std::string> left = missing.left_over;
    if (settings_.differing == Differing::Accept)
      left.insert(left.end(), missing.doubtful_left_over.begin(), missing.doubtful_left_over.end());
    if (left.empty() || !missing.set.empty()) return std::nullopt;
    const std::vector<std::string> removed = batch_of(left, missing);
    for (const std::string& attribute : removed) update.remove(attribute, item);
    // All that the decision depends on must be as it was read.
    for (const NewValue& ground : missing.grounds) {
      if (!std::ranges::any_of(ground.sources, [&](const auto& one) { return base::contains(removed, one); })) continue;
      update.expect(ground.attribute, item);
      for (const std::string& source : ground.sources) update.expect(source, item);
    }
    update.set_last(removed.size() == left.size());
    return update;
  }

  // The attributes that one write removes. Those from which one field follows go together, because without some of them
  // its value does not follow any more.
  static std::vector<std::string> batch_of(const std::vector<std::string>& left, const MissingFields& missing) {
    std::vector<std::string> batch;
    for (const std::string& first : left) {
      if (batch.size() >= kMostFieldsOfWrite) break;
      if (base::contains(batch, first)) continue;
      std::vector<std::string> group = {first};
      for (std::size_t i = 0; i < group.size(); ++i)
        for (const NewValue& ground : missing.grounds) {
          if (!base::contains(ground.sources, group[i])) continue;
          for (const std::string& source : ground.sources)
            if (base::contains(left, source) && !base::contains(group, source)) group.push_back(source);
        }
      batch.insert(batch.end(), group.begin(), group.end());
    }
    return batch;
  }

  static bool is_fault_of_item(const Error& error) {
    return error.code == ErrorCode::ValidationException ||
           error.code == ErrorCode::ItemCollectionSizeLimitExceededException;
  }
  Result<void> check_size(const ProvenTable& table, const MissingFields& missing, const AttributeMap& item) {
    AttributeMap whole = item;
    for (const NewValue& value : missing.set) whole.set(value.attribute, value.value);
    const std::size_t bytes = value::item_size_bytes(whole);
    if (bytes <= limits::kItemSizeBytes || missing.set.empty()) return {};
    return tell_fault(
        table, item,
        {ErrorCode::ValidationException,
         fmt::format("the item would have {} bytes, and at most {} are allowed", bytes, limits::kItemSizeBytes),
         {},
         {}});
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
  void count(const ProvenTable& table, const MissingFields& missing, const AttributeMap& item) {
    if (!missing.origin) return;
    const std::lock_guard lock(mutex_);
    FilledEntity& entity = report_.entities[missing.origin];
    if (!missing.set.empty()) ++entity.lacking;
    if (!missing.left_over.empty() || !missing.doubtful_left_over.empty()) ++entity.left_over;
    if (missing.differing.empty() && missing.unclear.empty()) return;
    ++entity.differing;
    if (report_.differing.size() == FillReport::kMostNamed) return;
    std::vector<std::string> names = missing.unclear;
    for (const NewValue& value : missing.differing) names.push_back(value.attribute);
    report_.differing.push_back(fmt::format("{}: {}", text_of(table, item), fmt::join(names, ", ")));
  }
  void count_unsettled(const ProvenTable& table, const AttributeMap& item) {
    const auto missing = fields_.missing_in(table.declared->name, item);
    if (!missing || !missing->origin) return;
    const std::lock_guard lock(mutex_);
    ++report_.entities[missing->origin].unsettled;
  }
  void count_kept(const MissingFields& missing) {
    const bool has_left_over = !missing.left_over.empty() || !missing.doubtful_left_over.empty();
    if (settings_.mode != FillMode::DropOld || !has_left_over) return;
    const std::lock_guard lock(mutex_);
    ++report_.entities[missing.origin].kept;
  }
  void count_written(const MissingFields& missing) {
    const std::lock_guard lock(mutex_);
    FilledEntity& entity = report_.entities[missing.origin];
    ++(settings_.mode == FillMode::Fill ? entity.filled : entity.dropped);
  }
  std::string text_of(const ProvenTable& table, const AttributeMap& item) const {
    return fmt::format("{} {}", settings_.prefix + table.declared->name,
                       model::spell(model::primary_key_of(*table.info, item)));
  }
  Result<void> tell_fault(const ProvenTable& table, const AttributeMap& item, const Error& error) {
    const std::lock_guard lock(mutex_);
    if (report_.fault_count++ < FillReport::kMostNamed)
      report_.faults.push_back(fmt::format("{}: {}", text_of(table, item), error.message));
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
