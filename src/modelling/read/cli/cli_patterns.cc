#include "modelling/read/cli/cli_patterns.h"

#include <fmt/format.h>

#include <charconv>

#include "base/contains.h"
#include "modelling/read/cli/cli_request.h"
#include "modelling/read/cli/key_fit.h"
#include "modelling/read/template_text.h"

namespace partita::modelling {
namespace {

void add_field(std::vector<std::string>& fields, const std::string& field) {
  if (!base::contains(fields, field)) fields.push_back(field);
}

std::string field_of_attribute(const Entity* entity, const std::string& attribute) {
  if (entity)
    for (const Field& field : entity->fields)
      if (field.stored && field.attribute == attribute) return field.name;
  return attribute;
}

class CommandReader {
 public:
  CommandReader(const CliCommand& command, const Model& model, Pattern& pattern, std::vector<std::string>& notes)
      : command_(command), model_(model), pattern_(pattern), notes_(pattern, notes) {}

  void run() {
    if (!command_.rest.empty())
      note(fmt::format("the pattern has several commands, of which only the first one is read; '{}' is left out",
                       command_.rest.substr(0, 60)));
    const std::string& operation = command_.operation;
    if (operation == "query" || operation == "scan")
      read_query(operation == "scan");
    else if (operation == "get-item")
      read_get();
    else if (operation == "put-item" || operation == "update-item" || operation == "delete-item")
      read_write(operation);
    else if (operation == "batch-get-item" || operation == "batch-write-item")
      read_batch(operation == "batch-write-item");
    else if (operation == "transact-get-items" || operation == "transact-write-items")
      read_transaction(operation == "transact-write-items");
    else
      note(fmt::format("'aws dynamodb {}' is not a read or write of items", operation));
  }

 private:
  void note(const std::string& what) { notes_.add(what); }

  std::string option(const std::string& name) const {
    const std::string* value = command_.option(name);
    return value ? *value : std::string();
  }

  const Table* table_named(const std::string& name) {
    const Table* table = model_.table(name);
    if (!table) note(fmt::format("there is no table '{}'", name));
    return table;
  }

  void add_filter(const CliRequest& request, const Entity* entity) {
    if (request.filter.empty()) return;
    const auto parsed = expr::parse_condition(request.filter);
    if (!parsed) return note(fmt::format("the filter cannot be read: {}", parsed.error()));
    const FilterParts parts = filter_parts(*parsed, notes_);
    for (const expr::ConditionAst* node : parts.conditions) {
      if (node->operands.empty()) continue;
      const expr::OperandAst& first = node->operands[0];
      const bool call = first.kind == expr::OperandAst::Kind::Call && !first.arguments.empty();
      const expr::PathAst& path = call ? first.arguments[0].path : first.path;
      const std::string comparison =
          std::string(call ? first.name + " " : "") + std::string(comparison_text(node->kind));
      pattern_.filter.push_back({field_of_attribute(entity, path_text(path, request)), comparison});
    }
    pattern_.filter_any = parts.any && pattern_.filter.size() > 1;
  }

  void add_wanted(const CliRequest& request, const Entity* entity) {
    if (request.projection.empty()) return;
    const auto parsed = expr::parse_projection(request.projection);
    if (!parsed) return note(fmt::format("the projection cannot be read: {}", parsed.error()));
    for (const expr::PathAst& path : *parsed)
      add_field(pattern_.wanted, field_of_attribute(entity, path_text({path.front()}, request)));
  }

  void note_no_entity(const Table& table) {
    if (!table.entities.empty()) note(fmt::format("no entity of {} has such a key", table.name));
  }

  // ---- operations

  void read_query(bool scan) {
    const CliRequest request = request_of_options(command_, notes_);
    pattern_.operation = scan ? PatternOperation::Scan : PatternOperation::Read;
    pattern_.index = option("index-name");
    pattern_.consistent = command_.option("consistent-read") != nullptr;
    pattern_.forward = !command_.option("no-scan-index-forward") && option("scan-index-forward") != "false";
    for (const char* name : {"limit", "max-items", "page-size"}) add_limit(option(name));
    const Table* table = table_named(request.table);
    if (!table) return;
    pattern_.table = table->name;
    if (!pattern_.index.empty() && !table->index(pattern_.index))
      note(fmt::format("{} has no index '{}'", table->name, pattern_.index));
    if (const std::vector<KeyPart> parts = scan ? std::vector<KeyPart>() : key_parts_of(request, notes_);
        !parts.empty())
      select_entities(*table, parts);
    const Entity* first = pattern_.entities.empty() ? nullptr : table->entity(pattern_.entities.front());
    add_filter(request, first);
    add_wanted(request, first);
    if (first) pattern_.table.clear();
  }

  void select_entities(const Table& table, const std::vector<KeyPart>& parts) {
    for (const Entity& entity : table.entities) {
      const auto how = fit_key(table, entity, pattern_.index, parts);
      if (!how) continue;
      if (pattern_.entities.empty()) {
        pattern_.by = how->by;
        pattern_.range = how->range;
        pattern_.range_comparison = how->comparison;
      }
      pattern_.entities.push_back(entity.name);
    }
    pattern_.whole = pattern_.entities.size() > 1 && parts.size() == 1;
    if (pattern_.entities.empty()) note_no_entity(table);
  }

  void add_limit(const std::string& text) {
    std::int64_t most = 0;
    if (text.empty() || pattern_.limit) return;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), most);
    if (error == std::errc() && end == text.data() + text.size()) pattern_.limit = static_cast<double>(most);
  }

  void read_get() {
    const CliRequest request = request_of_options(command_, notes_);
    pattern_.operation = PatternOperation::Read;
    pattern_.get_item = true;
    pattern_.consistent = command_.option("consistent-read") != nullptr;
    const Table* table = table_named(request.table);
    if (!table) return;
    const Entity* entity = entity_of_key(*table, request.key);
    if (!entity) {
      pattern_.table = table->name;
      return note_no_entity(*table);
    }
    pattern_.entities = {entity->name};
    set_by(*entity);
    add_wanted(request, entity);
  }

  void set_by(const Entity& entity) {
    for (const std::vector<std::string>* templates : {&entity.primary.partition, &entity.primary.sort})
      for (const std::string& field : template_fields(*templates)) add_field(pattern_.by, field);
  }

  // The condition of a put that only creates: attribute_not_exists of a key attribute.
  static bool only_creates(const CliRequest& request, const Table& table) {
    const auto parsed = expr::parse_condition(request.condition);
    if (!parsed || parsed->kind != expr::ConditionKind::AttributeNotExists || parsed->operands.empty()) return false;
    const std::string attribute = path_text(parsed->operands[0].path, request);
    return attribute == table.partition_key || attribute == table.sort_key;
  }

  // The fields that an update sets. An attribute that a template makes means the fields of the template.
  std::vector<std::string> fields_set(const CliRequest& request, const Table& table, const Entity* entity) {
    std::vector<std::string> fields;
    const auto parsed = expr::parse_update(request.update);
    if (!parsed) {
      note(fmt::format("the update expression cannot be read: {}", parsed.error()));
      return fields;
    }
    for (const expr::ActionAst& action : *parsed) {
      const std::string attribute = path_text({action.path.front()}, request);
      std::optional<std::string> made;
      for (const Index& index : table.indexes)
        if (entity && !made) made = template_of(table, *entity, index.name, attribute);
      if (made && sole_field(*made) != field_of_attribute(entity, attribute))
        for (const std::string& field : template_fields(*made)) add_field(fields, field);
      else
        add_field(fields, field_of_attribute(entity, attribute));
    }
    if (entity) {
      std::vector<std::string> keys = template_fields(entity->primary.partition);
      for (const std::string& field : template_fields(entity->primary.sort)) add_field(keys, field);
      std::erase_if(fields, [&](const std::string& one) { return base::contains(keys, one); });
    }
    return fields;
  }

  std::optional<Action> action_of(Action::Kind kind, const CliRequest& request) {
    const Table* table = table_named(request.table);
    if (!table) return std::nullopt;
    const Entity* entity = entity_of_key(*table, request.key);
    if (!entity) note_no_entity(*table);
    Action action{.kind = kind, .place = pattern_.place};
    if (entity)
      action.entity = entity->name;
    else
      action.table = table->name;
    if (kind == Action::Kind::Put && only_creates(request, *table))
      action.kind = Action::Kind::Create;
    else
      action.condition = request.condition;
    if (kind == Action::Kind::Update) action.set = fields_set(request, *table, entity);
    if (entity && pattern_.actions.empty() && kind != Action::Kind::Put) set_by(*entity);
    return action;
  }

  void add_action(Action::Kind kind, const CliRequest& request) {
    if (auto action = action_of(kind, request)) {
      if (kind == Action::Kind::Get && !action->entity.empty()) add_field(pattern_.entities, action->entity);
      pattern_.actions.push_back(std::move(*action));
    }
  }

  void read_write(const std::string& operation) {
    const CliRequest request = request_of_options(command_, notes_);
    const Action::Kind kind = operation == "put-item"      ? Action::Kind::Put
                              : operation == "update-item" ? Action::Kind::Update
                                                           : Action::Kind::Delete;
    pattern_.operation = kind == Action::Kind::Put      ? PatternOperation::Put
                         : kind == Action::Kind::Update ? PatternOperation::Update
                                                        : PatternOperation::Delete;
    add_action(kind, request);
    if (!pattern_.actions.empty() && pattern_.actions[0].kind == Action::Kind::Create)
      pattern_.operation = PatternOperation::Create;
  }

  // Several requests of one kind and entity are one action with a number of items.
  void add_to_batch(Action::Kind kind, const CliRequest& request) {
    auto action = action_of(kind, request);
    if (!action) return;
    for (Action& earlier : pattern_.actions)
      if (earlier.kind == action->kind && earlier.entity == action->entity && earlier.table == action->table) {
        earlier.items += 1;
        return;
      }
    pattern_.actions.push_back(std::move(*action));
  }

  void read_batch(bool write) {
    pattern_.operation = write ? PatternOperation::BatchWrite : PatternOperation::BatchGet;
    const auto tables = cli_json(option("request-items"), "request-items", notes_);
    if (!tables) return;
    for (const Member& table : tables->members) {
      const Node* keys = write ? &table.value : table.value.find("Keys");
      if (!keys) continue;
      for (const Node& one : keys->items) {
        CliRequest request{.table = table.name};
        const Node* put = one.find("PutRequest");
        const Node* erase = one.find("DeleteRequest");
        const Node* item = put ? put->find("Item") : erase ? erase->find("Key") : write ? nullptr : &one;
        if (item) request.key = cli_item(*item, "request-items", notes_);
        add_to_batch(!write ? Action::Kind::Get : put ? Action::Kind::Put : Action::Kind::Delete, request);
      }
    }
    if (write) return;
    for (const Action& action : pattern_.actions)
      if (!action.entity.empty()) add_field(pattern_.entities, action.entity);
  }

  void read_transaction(bool write) {
    pattern_.operation = write ? PatternOperation::TransactWrite : PatternOperation::TransactGet;
    const auto list = cli_json(option("transact-items"), "transact-items", notes_);
    if (!list) return;
    constexpr std::pair<std::string_view, Action::Kind> kKinds[] = {{"Put", Action::Kind::Put},
                                                                    {"Update", Action::Kind::Update},
                                                                    {"Delete", Action::Kind::Delete},
                                                                    {"ConditionCheck", Action::Kind::Check},
                                                                    {"Get", Action::Kind::Get}};
    for (const Node& element : list->items)
      for (const auto& [name, kind] : kKinds)
        if (const Node* member = element.find(name)) add_action(kind, request_of_member(*member, notes_));
  }

  const CliCommand& command_;
  const Model& model_;
  Pattern& pattern_;
  PatternNotes notes_;
};

}  // namespace

void fill_from_command(const CliCommand& command, const Model& model, Pattern& pattern,
                       std::vector<std::string>& notes) {
  CommandReader(command, model, pattern, notes).run();
}

}  // namespace partita::modelling
