// How cheaper changes are found: each change edits a copy of the model, which is proven and billed again. The change is
// proposed if all patterns are served as before and a month costs at least a cent less. The changes are the table
// class, the capacity mode, short attribute names, dropping an index that no pattern reads, a narrower projection,
// eventually consistent reads, and single writes in place of transactions.
#include "modelling/cost/changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "modelling/cost/field_sizes.h"

namespace partita::modelling {
namespace {

constexpr double kLeastSaving = 0.01;
constexpr std::size_t kShortName = 2;

class ChangeSearch {
 public:
  explicit ChangeSearch(const Bill& bill) : bill_(bill), model_(bill.units.proof->model()), total_(bill.total_usd()) {}

  std::vector<CheaperChange> find() {
    for (const Table& table : model_.tables) {
      try_table_class(table);
      try_capacity_modes(table);
      try_shorter_names(table);
      for (const Index& index : table.indexes) {
        try_without_index(table, index);
        try_projection(table, index);
      }
    }
    for (const Pattern& pattern : model_.patterns) {
      try_eventual(pattern);
      try_single_write(pattern);
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const CheaperChange& a, const CheaperChange& b) { return a.saving_usd > b.saving_usd; });
    return std::move(found_);
  }

 private:
  using Edit = std::function<void(Model&)>;

  static Table& table_in(Model& model, const std::string& name) {
    return *std::find_if(model.tables.begin(), model.tables.end(), [&](const Table& one) { return one.name == name; });
  }
  static Index& index_in(Table& table, const std::string& name) {
    return *std::find_if(table.indexes.begin(), table.indexes.end(),
                         [&](const Index& one) { return one.name == name; });
  }

  void try_edit(std::string what, std::string why, const Edit& edit) {
    auto changed = std::make_shared<Model>(model_);
    edit(*changed);
    const auto proof = prove(std::move(changed));
    if (!serves_as_before(*proof)) return;
    keep(std::move(what), std::move(why), bill_of_model(proof, bill_.prices, bill_.options).total_usd());
  }

  void keep(std::string what, std::string why, double total) {
    if (total_ - total >= kLeastSaving) found_.push_back({std::move(what), std::move(why), total, total_ - total});
  }

  bool serves_as_before(const Proof& changed) const {
    const auto& before = bill_.units.proof->patterns();
    const auto& after = changed.patterns();
    for (std::size_t i = 0; i < before.size(); ++i)
      if (before[i].served() && !after[i].served()) return false;
    return changed.refusals().size() <= bill_.units.proof->refusals().size();
  }

  const TableBill& bill_of(const Table& table) const {
    return *std::find_if(bill_.tables.begin(), bill_.tables.end(),
                         [&](const TableBill& one) { return one.table->name == table.name; });
  }

  // The reads that use an index, by the plan.
  std::vector<const Pattern*> readers_of(const Table& table, const Index& index) const {
    std::vector<const Pattern*> readers;
    for (const ProvenPattern& proven : bill_.units.proof->patterns()) {
      const Pattern& pattern = *proven.declared;
      if (proven.served() && proven.info.plan.index != model::kNone && proven.info.table->name == table.name &&
          proven.info.table->at(proven.info.plan.index).name == index.name)
        readers.push_back(&pattern);
      else if (pattern.index == index.name)
        readers.push_back(&pattern);
    }
    return readers;
  }

  bool is_of_table(const Pattern& pattern, const Table& table) const {
    const auto is_here = [&](const std::string& name) { return table.entity(name) != nullptr; };
    return pattern.table == table.name || std::ranges::any_of(pattern.entities, is_here) ||
           std::ranges::any_of(pattern.actions, [&](const Action& action) {
             return action.table == table.name || is_here(action.entity);
           });
  }

  // A template of infrastructure names no pattern at all, so the readers of its indexes are not known.
  bool names_a_pattern(const Table& table) const {
    return std::ranges::any_of(model_.patterns, [&](const Pattern& one) { return is_of_table(one, table); });
  }

  // True if each pattern of the table has a price, and it has a pattern. Otherwise the requests of the table are not
  // all known, so their cost in another mode or class is unknown too.
  bool load_is_known(const Table& table) const {
    return names_a_pattern(table) && std::ranges::all_of(bill_.patterns, [&](const PatternBill& one) {
             return one.not_priced.empty() || !is_of_table(*one.units->pattern, table);
           });
  }

  void try_without_index(const Table& table, const Index& index) {
    if (!names_a_pattern(table) || !readers_of(table, index).empty()) return;
    try_edit(fmt::format("drop the index {} of {}", index.name, table.name), "no pattern of the model reads it",
             [&](Model& model) {
               Table& changed = table_in(model, table.name);
               std::erase_if(changed.indexes, [&](const Index& one) { return one.name == index.name; });
               for (Entity& entity : changed.entities)
                 std::erase_if(entity.indexes, [&](const EntityKey& key) { return key.index == index.name; });
             });
  }

  // The attributes that the index's readers want. nullopt if one wants whole items.
  std::optional<std::set<std::string>> wanted_of(const Table& table, const Index& index) const {
    std::set<std::string> wanted;
    for (const Pattern* reader : readers_of(table, index)) {
      if (reader->wanted.empty()) return std::nullopt;
      std::vector<std::string> names = reader->wanted;
      for (const FilterCondition& condition : reader->filter) names.push_back(condition.field);
      for (const std::string& name : names) wanted.insert(attribute_of(table, *reader, name));
    }
    return wanted;
  }

  static std::string attribute_of(const Table& table, const Pattern& pattern, const std::string& name) {
    for (const std::string& of : pattern.entities)
      if (const Entity* const entity = table.entity(of))
        if (const Field* const field = entity->field(name)) return field->attribute;
    return name;
  }

  void try_projection(const Table& table, const Index& index) {
    if (index.projection == ProjectionType::KeysOnly || index.scope == model::IndexScope::Vector) return;
    auto wanted = wanted_of(table, index);
    if (!wanted || readers_of(table, index).empty()) return;
    for (const std::vector<std::string>& keys : {index.partition, index.sort})
      for (const std::string& key : keys) wanted->erase(key);
    wanted->erase(table.partition_key);
    wanted->erase(table.sort_key);
    // Rows are told apart by the tag.
    if (!table.type_attribute.empty()) wanted->insert(table.type_attribute);
    if (wanted->empty())
      return try_edit(fmt::format("project only the keys into {} of {}", index.name, table.name),
                      "its patterns want no other fields", [&](Model& model) {
                        Index& changed = index_in(table_in(model, table.name), index.name);
                        changed.projection = ProjectionType::KeysOnly;
                        changed.include.clear();
                      });
    try_edit(fmt::format("project only {} into {} of {}", fmt::join(*wanted, ", "), index.name, table.name),
             "its patterns want no other fields", [&](Model& model) {
               Index& changed = index_in(table_in(model, table.name), index.name);
               changed.projection = ProjectionType::Include;
               changed.include.assign(wanted->begin(), wanted->end());
             });
  }

  void try_eventual(const Pattern& pattern) {
    if (!pattern.consistent || !is_read(pattern.operation) || pattern.operation == PatternOperation::TransactGet)
      return;
    try_edit(fmt::format("read \"{}\" eventually consistently", pattern.name),
             "it costs half; the answer may lack the writes of the last moments", [&](Model& model) {
               for (Pattern& one : model.patterns)
                 if (one.name == pattern.name) one.consistent = false;
             });
  }

  // A transaction of one action without sentinels is an ordinary conditional write.
  void try_single_write(const Pattern& pattern) {
    if (pattern.operation != PatternOperation::TransactWrite || pattern.actions.size() != 1 ||
        pattern.actions.front().items != 1)
      return;
    PatternOperation single = PatternOperation::Put;
    switch (pattern.actions.front().kind) {
      case Action::Kind::Create:
        single = PatternOperation::Create;
        break;
      case Action::Kind::Update:
        single = PatternOperation::Update;
        break;
      case Action::Kind::Delete:
        single = PatternOperation::Delete;
        break;
      case Action::Kind::Put:
        break;
      case Action::Kind::Check:
      case Action::Kind::Get:
        return;
    }
    try_edit(fmt::format("write \"{}\" without a transaction", pattern.name),
             "it has one item, and a conditional write of one item is atomic", [&](Model& model) {
               for (Pattern& one : model.patterns)
                 if (one.name == pattern.name) one.operation = single;
             });
  }

  void try_table_class(const Table& table) {
    if (!load_is_known(table) || !bill_of(table).places.front().stored) return;
    const bool has_prices = table.infrequent_access ? bill_.prices.has(PriceOf::storage_gb_month)
                                                    : bill_.prices.has(PriceOf::ia_storage_gb_month) &&
                                                          bill_.prices.has(PriceOf::ia_write_request_million) &&
                                                          bill_.prices.has(PriceOf::ia_read_request_million);
    if (!has_prices) return;
    try_edit(fmt::format("put {} into the class {}", table.name, table.infrequent_access ? "Standard" : "Standard-IA"),
             table.infrequent_access
                 ? "its requests cost more than its storage saves"
                 : "its storage costs more than its requests; two changes of the class are possible "
                   "in 30 days",
             [&](Model& model) {
               Table& changed = table_in(model, table.name);
               changed.infrequent_access = !changed.infrequent_access;
             });
  }

  void try_capacity_modes(const Table& table) {
    const TableBill& now = bill_of(table);
    const Throughput load = now.load();
    if (load.reads + load.writes <= 0) return;
    // The declared units are there for all requests, so those of a part of them say nothing about their use.
    const bool is_whole = load_is_known(table);
    if (!is_whole && now.mode == CapacityMode::ProvisionedAsDeclared) return;
    const struct {
      CapacityMode mode;
      std::string what, why;
    } others[] = {
        {CapacityMode::OnDemand, "bill {} on demand", "its provisioned units are used too little"},
        {CapacityMode::ProvisionedForPeak, "provision {} for its peak",
         "needs no scaling; what is above the peak is throttled"},
        {CapacityMode::ProvisionedAndScaled, "provision {} with auto scaling",
         "assumes that scaling follows the load; sudden peaks are throttled for minutes"},
    };
    for (const auto& other : others) {
      if (other.mode == now.mode) continue;
      const bool on_demand = other.mode == CapacityMode::OnDemand;
      const bool standard = now.table_class == TableClass::Standard;
      if (!bill_.prices.has(on_demand ? (standard ? PriceOf::write_request_million : PriceOf::ia_write_request_million)
                                      : (standard ? PriceOf::write_unit_hour : PriceOf::ia_write_unit_hour)))
        continue;
      const double usd = throughput_usd(bill_.prices, bill_.options, now.places, other.mode, now.table_class, table);
      if (!is_whole && on_demand) continue;
      keep(fmt::format("{}{}", fmt::format(fmt::runtime(other.what), table.name),
                       on_demand ? "" : fmt::format(", {:.0f} % used", 100 * bill_.options.utilization)),
           other.why + (is_whole ? "" : "; the requests that are not priced come on top"),
           total_ - now.throughput_usd + usd);
    }
  }

  // Each attribute whose name the program may choose, and that is not a key, gets a name of one or two letters.
  void try_shorter_names(const Table& table) {
    std::set<std::string> keys = {table.partition_key, table.sort_key};
    for (const Index& index : table.indexes) {
      keys.insert(index.partition.begin(), index.partition.end());
      keys.insert(index.sort.begin(), index.sort.end());
      if (index.vector) return;  // its attributes are part of the index's definition
    }
    std::map<std::string, std::string> names;
    for (const Entity& entity : table.entities) {
      for (const Field& field : entity.fields)
        if (field.stored && field.attribute.size() > kShortName && !keys.contains(field.attribute))
          names.emplace(field.attribute, "");
    }
    if (names.empty()) return;
    shorten(names, table);
    std::vector<std::string> examples;
    for (const auto& [from, to] : names) {
      if (examples.size() == 3) break;
      examples.push_back(fmt::format("{} as {}", from, to));
    }
    try_edit(fmt::format("store the attributes of {} under short names, as {}", table.name, fmt::join(examples, ", ")),
             "names count in each item; a field keeps its name in the program", [&](Model& model) {
               Table& changed = table_in(model, table.name);
               for (Entity& entity : changed.entities)
                 for (Field& field : entity.fields) rename(field, entity, names);
               for (Index& index : changed.indexes)
                 for (std::string& attribute : index.include)
                   if (const auto name = names.find(attribute); name != names.end()) attribute = name->second;
               if (const auto name = names.find(changed.ttl_attribute); name != names.end())
                 changed.ttl_attribute = name->second;
             });
  }

  // Sizes stay those of the present values, which the samples have under the present name. A declared size of the item
  // has the present name in it.
  static void rename(Field& field, Entity& entity, const std::map<std::string, std::string>& names) {
    const auto name = names.find(field.attribute);
    if (name == names.end()) return;
    if (!entity.samples.empty()) field.size_bytes = size_of_field(entity, field).value_bytes;
    if (entity.size_bytes) *entity.size_bytes -= static_cast<double>(name->first.size() - name->second.size());
    field.attribute = name->second;
  }

  static void shorten(std::map<std::string, std::string>& names, const Table& table) {
    std::set<std::string> used = {table.partition_key, table.sort_key, table.type_attribute};
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields) used.insert(field.attribute);
    for (auto& [from, to] : names) {
      const bool begins_with_letter = (from[0] >= 'a' && from[0] <= 'z') || (from[0] >= 'A' && from[0] <= 'Z');
      const std::string first(1, begins_with_letter ? from[0] : 'x');
      to = first;
      for (char letter = 'a'; used.contains(to) && letter <= 'z'; ++letter) to = first + letter;
      if (used.contains(to)) to = from;
      used.insert(to);
    }
  }

  const Bill& bill_;
  const Model& model_;
  const double total_;
  std::vector<CheaperChange> found_;
};

}  // namespace

std::vector<CheaperChange> cheaper_changes(const Bill& bill) { return ChangeSearch(bill).find(); }

}  // namespace partita::modelling
