// Partita's own format, which holds all of a model (docs/modelling/format.md). modelling/read/own/own_format.cc reads
// it.
#include "modelling/core/kind_names.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/writer.h"

namespace partita::modelling {
namespace {

constexpr Features kHeldByOwnFormat = {
#define PARTITA_FEATURE(name, words) Feature::name,
#include "modelling/write/features.def"
#undef PARTITA_FEATURE
};

// Adds members that differ from the meaning of their absence.
class OwnMap {
 public:
  explicit OwnMap(Tree& tree) : tree_(tree) {}
  void text(const char* name, std::string_view value) {
    if (!value.empty()) tree_.add(name, tree_text(value));
  }
  void flag(const char* name, bool value) {
    if (value) tree_.add(name, tree_flag(true));
  }
  void amount(const char* name, const std::optional<double>& value) {
    if (value) tree_.add(name, tree_number(*value));
  }
  // One text is written as itself.
  void names(const char* name, const std::vector<std::string>& values) {
    if (values.size() == 1)
      tree_.add(name, tree_text(values.front()));
    else if (!values.empty())
      tree_.add(name, tree_texts(values));
  }
  void list(const char* name, const std::vector<std::string>& values) {
    if (!values.empty()) tree_.add(name, tree_texts(values));
  }
  template <class T, class Make>
  void each(const char* name, const std::vector<T>& values, Make make) {
    if (values.empty()) return;
    Tree& list = tree_.add(name, tree_list());
    for (const T& value : values) list.push(make(value));
  }
  Tree& map(const char* name) { return tree_.add(name, tree_map()); }

 private:
  Tree& tree_;
};

void add_when(OwnMap& to, const std::optional<When>& when) {
  if (!when) return;
  Tree& tree = to.map("when");
  tree.add("field", tree_text(when->field));
  tree.add("equals", tree_text(when->equals));
}

Tree tree_of_distribution(const Distribution& distribution) {
  if (distribution.kind == Distribution::Kind::Uniform) return tree_text("uniform");
  Tree out = tree_map();
  if (distribution.kind == Distribution::Kind::Zipf) {
    out.add("zipf", tree_number(distribution.exponent));
  } else {
    Tree& weights = out.add("weights", tree_list());
    for (const double weight : distribution.weights) weights.push(tree_number(weight));
  }
  return out;
}

Tree tree_of_enumerator(const Enumerator& enumerator) {
  if (enumerator.attribute == enumerator.name && enumerator.key == enumerator.name) return tree_text(enumerator.name);
  Tree out = tree_map();
  out.add("name", tree_text(enumerator.name));
  if (enumerator.attribute != enumerator.name) out.add("attribute", tree_text(enumerator.attribute));
  if (enumerator.key != enumerator.attribute) out.add("key", tree_text(enumerator.key));
  return out;
}

// The kind alone, as in "customer: string", if the field has no other member.
Tree tree_of_field(const Field& field) {
  const std::string kind(field.kind == model::FieldKind::Document ? to_text(field.document) : to_text(field.kind));
  const bool is_enum = field.kind == model::FieldKind::Enum;
  Tree out = tree_map();
  if (is_enum) {
    Tree& list = out.add("enum", tree_list());
    for (const Enumerator& enumerator : field.enumerators) list.push(tree_of_enumerator(enumerator));
  } else {
    out.add("kind", tree_text(kind));
  }
  if (field.attribute != field.name) out.add("attribute", tree_text(field.attribute));
  OwnMap members(out);
  members.flag("optional", field.optional);
  if (!field.stored) out.add("stored", tree_flag(false));
  members.flag("has_default", field.has_default);
  members.text("description", field.description);
  members.text("from", field.from);
  members.text("references", field.references);
  members.text("copy_of", field.copy_of);
  if (!field.copy_by.empty()) {
    Tree& by = members.map("copy_by");
    for (const auto& [name, of_source] : field.copy_by) by.add(name, tree_text(of_source));
  }
  if (field.kept != CopyKept::Patterns)
    members.text("kept", field.kept == CopyKept::Followed ? "followed" : "transaction");
  members.amount("size_bytes", field.size_bytes);
  members.amount("distinct", field.distinct);
  members.amount("present", field.present);
  if (field.values) out.add("values", tree_of_distribution(*field.values));
  if (is_enum || out.members.size() > (field.optional ? 2u : 1u)) return out;
  return tree_text(kind + (field.optional ? "?" : ""));
}

Tree tree_of_key(const EntityKey& key) {
  Tree out = tree_map();
  OwnMap members(out);
  members.names("partition", key.partition);
  members.names("sort", key.sort);
  members.flag("sparse", key.sparse);
  members.flag("added_later", key.added_later);
  add_when(members, key.when);
  return out;
}

Tree tree_of_source(const EntitySource& source) {
  if (!source.when) return tree_text(source.entity);
  Tree out = tree_map();
  OwnMap members(out);
  out.add("entity", tree_text(source.entity));
  add_when(members, source.when);
  return out;
}

Tree tree_of_computed(const Computed& computed) {
  Tree out = tree_map();
  out.add("field", tree_text(computed.field));
  out.add("from", tree_texts(computed.from));
  return out;
}

// The samples of an entity have the names of fields.
Tree tree_of_sample(const Item& sample, const Entity& entity) {
  Tree out = tree_map();
  for (const Field& field : entity.fields) {
    const std::optional<AttributeValue> value = sample.get(field.attribute);
    if (!value) continue;
    Tree typed = tree_of(*value);
    const bool is_document = field.kind == model::FieldKind::Document;
    out.add(field.name, is_document ? std::move(typed) : std::move(typed.members.front().second));
  }
  return out;
}

Tree tree_of_entity(const Entity& entity) {
  Tree out = tree_map();
  OwnMap members(out);
  out.add("name", tree_text(entity.name));
  members.text("description", entity.description);
  members.list("aliases", entity.aliases);
  members.each("from", entity.from, tree_of_source);
  members.amount("count", entity.count);
  members.amount("size_bytes", entity.size_bytes);
  Tree& fields = members.map("fields");
  for (const Field& field : entity.fields) fields.add(field.name, tree_of_field(field));
  out.add("key", tree_of_key(entity.primary));
  if (!entity.indexes.empty()) {
    Tree& indexes = members.map("in");
    for (const EntityKey& key : entity.indexes) indexes.add(key.index, tree_of_key(key));
  }
  members.text("version", entity.version);
  members.text("ttl", entity.ttl);
  members.each("unique", entity.unique, [](const std::vector<std::string>& together) { return tree_texts(together); });
  members.text("sentinels", entity.sentinels);
  members.text("created_at", entity.created_at);
  members.text("updated_at", entity.updated_at);
  members.each("computed", entity.computed, tree_of_computed);
  members.flag("lossy_key", entity.lossy_key);
  members.flag("carries_other_attributes", entity.other_attributes);
  members.flag("guessed", entity.guessed);
  members.each("samples", entity.samples, [&](const Item& sample) { return tree_of_sample(sample, entity); });
  return out;
}

void add_throughput(OwnMap& to, const std::optional<ProvisionedThroughput>& throughput) {
  if (!throughput) return;
  Tree& tree = to.map("throughput");
  tree.add("read", tree_number(throughput->read_capacity_units.value_or(0)));
  tree.add("write", tree_number(throughput->write_capacity_units.value_or(0)));
}

Tree tree_of_index(const Index& index) {
  Tree out = tree_map();
  OwnMap members(out);
  out.add("name", tree_text(index.name));
  if (index.scope != model::IndexScope::Global) out.add("scope", tree_text(to_text(index.scope)));
  members.names("partition", index.partition);
  members.names("sort", index.sort);
  if (index.projection != ProjectionType::All) out.add("projection", tree_text(partita::to_text(index.projection)));
  members.list("include", index.include);
  if (index.vector) {
    Tree& vector = members.map("vector");
    vector.add("attribute", tree_text(index.vector->attribute));
    vector.add("dimensions", tree_number(std::int64_t{index.vector->dimensions}));
    vector.add("distance", tree_text(partita::to_text(index.vector->distance)));
    OwnMap(vector).list("inline_filters", index.vector->inline_filters);
  }
  if (index.shards) {
    Tree& shards = members.map("shards");
    shards.add("count", tree_number(std::int64_t{index.shards->count}));
    shards.add("of", tree_text(index.shards->of));
    shards.add("attribute", tree_text(index.shards->attribute));
    if (index.shards->was > 0) shards.add("was", tree_number(std::int64_t{index.shards->was}));
  }
  add_when(members, index.when);
  add_throughput(members, index.throughput);
  return out;
}

Tree tree_of_tag(const Tag& tag) {
  Tree out = tree_map();
  out.add("key", tree_text(tag.key.value_or("")));
  out.add("value", tree_text(tag.value.value_or("")));
  return out;
}

Tree tree_of_table(const Table& table) {
  Tree out = tree_map();
  OwnMap members(out);
  out.add("name", tree_text(table.name));
  out.add("partition_key", tree_text(table.partition_key));
  members.text("sort_key", table.sort_key);
  if (table.type_attribute.empty())
    out.add("type_attribute", Tree());
  else
    out.add("type_attribute", tree_text(table.type_attribute));
  if (!table.attribute_types.empty()) {
    Tree& types = members.map("attribute_types");
    for (const auto& [attribute, type] : table.attribute_types) types.add(attribute, tree_text(partita::to_text(type)));
  }
  if (table.billing == BillingMode::Provisioned) out.add("billing", tree_text("provisioned"));
  add_throughput(members, table.throughput);
  if (table.stream) out.add("stream", tree_text(partita::to_text(*table.stream)));
  if (table.infrequent_access)
    out.add("table_class", tree_text(partita::to_text(TableClass::StandardInfrequentAccess)));
  members.flag("point_in_time_recovery", table.point_in_time_recovery);
  members.flag("deletion_protection", table.deletion_protection);
  members.text("ttl_attribute", table.ttl_attribute);
  members.each("tags", table.tags, tree_of_tag);
  members.each("indexes", table.indexes, tree_of_index);
  members.each("entities", table.entities, tree_of_entity);
  members.each("samples", table.samples, [](const Item& item) { return tree_of(item); });
  return out;
}

void add_action_members(OwnMap& to, const Action& action) {
  to.list("set", action.set);
  to.list("given", action.given);
  to.flag("read_first", action.read_first);
  to.flag("version_unchecked", action.version_unchecked);
  to.text("condition", action.condition);
}

Tree tree_of_action(const Action& action) {
  Tree out = tree_map();
  OwnMap members(out);
  out.add(std::string(to_text(action.kind)), tree_text(action.entity));
  members.text("table", action.table);
  add_action_members(members, action);
  if (action.items != 1) out.add("items", tree_number(action.items));
  return out;
}

Tree tree_of_filter(const FilterCondition& condition) {
  Tree out = tree_map();
  out.add("field", tree_text(condition.field));
  out.add("comparison", tree_text(condition.comparison));
  return out;
}

Tree tree_of_parameter(const Parameter& parameter) {
  Tree out = tree_map();
  OwnMap members(out);
  members.text("name", parameter.name);
  members.text("type", parameter.type);
  members.text("entity", parameter.entity);
  return out;
}

// The operation and its entities, in the shortest form that says everything.
void add_operation(OwnMap& to, Tree& tree, const Pattern& pattern) {
  const std::string name(to_text(pattern.operation));
  const bool single = pattern.actions.size() == 1 && pattern.actions[0].items == 1 && pattern.actions[0].table.empty();
  switch (pattern.operation) {
    case PatternOperation::Read:
      return to.names("entities", pattern.entities);
    case PatternOperation::Search:
    case PatternOperation::Scan:
    case PatternOperation::BatchGet:
    case PatternOperation::TransactGet:
      return to.names(name.c_str(), pattern.entities);
    case PatternOperation::BatchWrite:
      return to.each("batch_write", pattern.actions, tree_of_action);
    case PatternOperation::TransactWrite:
      return to.each("transact", pattern.actions, tree_of_action);
    default:
      if (single && to_text(pattern.actions[0].kind) == name) {
        tree.add(name, tree_text(pattern.actions[0].entity));
        return add_action_members(to, pattern.actions[0]);
      }
      tree.add("operation", tree_text(name));
      to.each("actions", pattern.actions, tree_of_action);
  }
}

Tree tree_of_pattern(const Pattern& pattern) {
  Tree out = tree_map();
  OwnMap members(out);
  out.add("name", tree_text(pattern.name));
  members.text("id", pattern.id);
  members.text("description", pattern.description);
  members.text("table", pattern.table);
  add_operation(members, out, pattern);
  if (!is_read(pattern.operation)) members.names("entities", pattern.entities);
  std::vector<std::string> given = pattern.by;
  std::erase_if(given, [&](const std::string& field) { return constant_of(pattern, field) != nullptr; });
  members.names("by", given);
  if (!pattern.where.empty()) {
    Tree& where = members.map("where");
    for (const When& one : pattern.where) where.add(one.field, tree_text(one.equals));
  }
  if (pattern.in_time)
    members.text(pattern.forward ? "oldest" : "newest", pattern.range);
  else
    members.text("range", pattern.range);
  members.text("range_comparison", pattern.range_comparison);
  if (!pattern.forward && !pattern.in_time) out.add("forward", tree_flag(false));
  members.text("buckets", pattern.buckets);
  members.flag("tree", pattern.tree);
  members.flag("whole", pattern.whole);
  members.flag("from_end", pattern.from_end);
  members.flag("get_item", pattern.get_item);
  members.flag("consistent", pattern.consistent);
  members.flag("with_expired", pattern.with_expired);
  members.text("index", pattern.index);
  members.names("wanted", pattern.wanted);
  members.each(pattern.filter_any ? "filter_any" : "filter", pattern.filter, tree_of_filter);
  members.amount("limit", pattern.limit);
  members.each("parameters", pattern.parameters, tree_of_parameter);
  members.text("part_of", pattern.part_of);
  members.amount("per_second", pattern.per_second);
  members.amount("peak_per_second", pattern.peak_per_second);
  members.amount("items", pattern.items);
  if (!pattern.values.empty()) {
    Tree& values = members.map("values");
    for (const auto& [field, distribution] : pattern.values) values.add(field, tree_of_distribution(distribution));
  }
  return out;
}

Tree tree_of_season(const Season& season) {
  Tree out = tree_map();
  OwnMap members(out);
  members.text("name", season.name);
  out.add("begin_second", tree_number(season.begin_second));
  out.add("end_second", tree_number(season.end_second));
  out.add("factor", tree_number(season.factor));
  if (season.period_seconds > 0) {
    out.add("period_seconds", tree_number(season.period_seconds));
    out.add("amplitude", tree_number(season.amplitude));
    out.add("peak_second", tree_number(season.peak_second));
  }
  members.list("patterns", season.patterns);
  return out;
}

Tree tree_of_model(const Model& model) {
  Tree out = tree_map();
  OwnMap members(out);
  out.add("format", tree_number(std::int64_t{1}));
  members.text("name", model.name);
  members.text("description", model.description);
  Tree& tables = out.add("tables", tree_list());
  for (const Table& table : model.tables) tables.push(tree_of_table(table));
  members.each("patterns", model.patterns, tree_of_pattern);
  members.each("seasons", model.seasons, tree_of_season);
  return out;
}

Result<std::string> write_own_json(const std::shared_ptr<const Model>& model, Losses&) {
  return to_json(tree_of_model(*model));
}
Result<std::string> write_own_yaml(const std::shared_ptr<const Model>& model, Losses&) {
  return to_yaml(tree_of_model(*model));
}

}  // namespace

extern const Writer k_write_own_json, k_write_own_yaml;
const Writer k_write_own_json{"json",  "Partita's JSON", "Partita's own format, as JSON",
                              ".json", kHeldByOwnFormat, write_own_json};
const Writer k_write_own_yaml{"yaml",  "Partita's YAML", "Partita's own format, as YAML",
                              ".yaml", kHeldByOwnFormat, write_own_yaml};

}  // namespace partita::modelling
