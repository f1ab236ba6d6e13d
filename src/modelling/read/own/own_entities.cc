#include <fmt/format.h>

#include "modelling/read/own/own_format.h"

namespace partita::modelling::own {
namespace {

// A template, or its long form {attribute, type, natural, template}, of which only the template is read.
Result<std::string> read_template_text(const Node& node, std::string_view name) {
  if (!node.is_map()) return as_text(node, name);
  PARTITA_TRY(check_members(node, "a key attribute", {"attribute", "type", "natural", "template"}));
  return needed_text(node, "a key attribute", "template");
}

Result<std::vector<std::string>> read_templates(const Node& map, std::string_view name) {
  std::vector<std::string> out;
  const Node* node = present(map, name);
  if (!node) return out;
  if (!node->is_list()) {
    PARTITA_TRY_VALUE(text, read_template_text(*node, name));
    out.push_back(std::move(text));
    return out;
  }
  for (const Node& element : node->items) {
    PARTITA_TRY_VALUE(text, read_template_text(element, name));
    out.push_back(std::move(text));
  }
  return out;
}

Result<EntityKey> read_key(const Node& node, std::string index, std::string_view what) {
  EntityKey out{.index = std::move(index), .place = node.place};
  // A text is the template of the partition key, of a table without a sort key.
  if (node.is_scalar()) {
    out.partition = {node.text};
    return out;
  }
  PARTITA_TRY(check_members(node, what, {"index", "partition", "sort", "sparse", "added_later", "when"}));
  PARTITA_TRY_VALUE(partition, read_templates(node, "partition"));
  out.partition = std::move(partition);
  PARTITA_TRY_VALUE(sort, read_templates(node, "sort"));
  out.sort = std::move(sort);
  PARTITA_TRY_VALUE(sparse, flag_or_false(node, "sparse"));
  out.sparse = sparse;
  PARTITA_TRY_VALUE(added_later, flag_or_false(node, "added_later"));
  out.added_later = added_later;
  PARTITA_TRY_VALUE(when, read_when(node));
  out.when = std::move(when);
  return out;
}

// An exported model also lists the keys that follow from the members of an index with shards or a condition. The
// condition is the index's, and only these keys show it. Returns true if the key follows from members.
bool follows_from_members(Table& table, const EntityKey& key) {
  for (Index& index : table.indexes) {
    if (index.name != key.index || !(index.shards || index.when)) continue;
    if (key.when) index.when = key.when;
    return true;
  }
  return false;
}

// "keys", the long form: the primary key first, which has no index.
Result<void> read_keys(const Node& list, Table& table, Entity& entity) {
  PARTITA_TRY_VALUE(nodes, as_list(list, "keys"));
  bool has_primary = false;
  for (const Node& node : *nodes) {
    PARTITA_TRY_VALUE(index, text_or_empty(node, "index"));
    PARTITA_TRY_VALUE(key, read_key(node, index, "a key"));
    if (index.empty()) {
      if (has_primary) return fault(node.place, "an entity has one primary key: give the other keys an index");
      has_primary = true;
      entity.primary = std::move(key);
    } else if (!follows_from_members(table, key)) {
      entity.indexes.push_back(std::move(key));
    }
  }
  if (has_primary) return {};
  return fault(list.place, fmt::format("the entity {} has no primary key: add one without an index", entity.name));
}

// "key" and "in", the short form.
Result<void> read_short_keys(const Node& node, Entity& entity) {
  PARTITA_TRY_VALUE(key, needed(node, "the entity", "key"));
  PARTITA_TRY_VALUE(primary, read_key(*key, {}, "a key"));
  entity.primary = std::move(primary);
  const Node* indexes = present(node, "in");
  if (!indexes) return {};
  PARTITA_TRY(check_is_map(*indexes, "in"));
  for (const Member& member : indexes->members) {
    PARTITA_TRY_VALUE(entered, read_key(member.value, member.name, "a key of an index"));
    entity.indexes.push_back(std::move(entered));
  }
  return {};
}

std::vector<std::string> split_at_plus(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t from = 0;;) {
    const std::size_t plus = text.find('+', from);
    out.push_back(text.substr(from, plus - from));
    if (plus == std::string::npos) return out;
    from = plus + 1;
  }
}

Result<void> read_unique(const Node& node, Entity& entity) {
  if (node.is_scalar()) {
    entity.unique.push_back(split_at_plus(node.text));
    return {};
  }
  PARTITA_TRY_VALUE(list, as_list(node, "unique"));
  for (const Node& element : *list) {
    if (element.is_scalar()) {
      entity.unique.push_back(split_at_plus(element.text));
      continue;
    }
    PARTITA_TRY_VALUE(together, as_texts(element, "unique"));
    entity.unique.push_back(std::move(together));
  }
  return {};
}

Result<void> read_computed(const Node& node, Entity& entity) {
  PARTITA_TRY_VALUE(list, list_or_empty(node, "computed"));
  for (const Node& element : list) {
    PARTITA_TRY(check_members(element, "a computed field", {"field", "from"}));
    PARTITA_TRY_VALUE(field, needed_text(element, "a computed field", "field"));
    PARTITA_TRY_VALUE(from, names_or_none(element, "from"));
    entity.computed.push_back({std::move(field), std::move(from)});
  }
  return {};
}

// A name, a map, or a list of these.
Result<std::vector<EntitySource>> read_sources(const Node& entity) {
  std::vector<EntitySource> out;
  const Node* from = present(entity, "from");
  if (!from) return out;
  const auto read = [&](const Node& node) -> Result<void> {
    EntitySource source;
    if (node.is_map()) {
      PARTITA_TRY(check_members(node, "from", {"entity", "when"}));
      PARTITA_TRY_VALUE(name, needed_text(node, "from", "entity"));
      source.entity = std::move(name);
      PARTITA_TRY_VALUE(when, read_when(node));
      source.when = std::move(when);
    } else {
      PARTITA_TRY_VALUE(name, as_text(node, "from"));
      source.entity = std::move(name);
    }
    out.push_back(std::move(source));
    return {};
  };
  if (!from->is_list()) {
    PARTITA_TRY(read(*from));
    return out;
  }
  for (const Node& node : from->items) PARTITA_TRY(read(node));
  return out;
}

}  // namespace

Result<void> read_entity_facts(const Node& node, Entity& out) {
  out.place = node.place;
  PARTITA_TRY_VALUE(name, needed_text(node, "an entity", "name"));
  out.name = std::move(name);
  PARTITA_TRY_VALUE(fields_node, needed(node, fmt::format("the entity {}", out.name), "fields"));
  PARTITA_TRY_VALUE(fields, read_fields(*fields_node));
  out.fields = std::move(fields);
  // The fields are known from here on, so each of the other members is examined, whatever the others are.
  Faults faults;
  const auto take = [&](auto value, auto& to) {
    if (faults.accept(value)) to = std::move(*value);
  };
  struct Text {
    const char* name;
    std::string* to;
  };
  for (const Text& text :
       {Text{"description", &out.description}, Text{"version", &out.version}, Text{"ttl", &out.ttl},
        Text{"sentinels", &out.sentinels}, Text{"created_at", &out.created_at}, Text{"updated_at", &out.updated_at}})
    take(text_or_empty(node, text.name), *text.to);
  if (out.sentinels == out.name) out.sentinels.clear();
  take(names_or_none(node, "aliases"), out.aliases);
  take(read_sources(node), out.from);
  if (const Node* unique = present(node, "unique")) faults.accept(read_unique(*unique, out));
  faults.accept(read_computed(node, out));
  take(flag_or_false(node, "lossy_key"), out.lossy_key);
  take(flag_or_false(node, "carries_other_attributes"), out.other_attributes);
  take(flag_or_false(node, "guessed"), out.guessed);
  take(amount_or_none(node, "count"), out.count);
  take(amount_or_none(node, "size_bytes"), out.size_bytes);
  const auto samples = list_or_empty(node, "samples");
  if (faults.accept(samples))
    for (const Node& sample : *samples) {
      auto item = read_sample(sample, out);
      if (faults.accept(item)) out.samples.push_back(std::move(*item));
    }
  return faults.result();
}

Result<Entity> read_entity(const Node& node, Table& table) {
  const auto members = check_members(node, "an entity",
                                     {"name",
                                      "description",
                                      "aliases",
                                      "from",
                                      "fields",
                                      "keys",
                                      "key",
                                      "in",
                                      "version",
                                      "ttl",
                                      "unique",
                                      "sentinels",
                                      "created_at",
                                      "updated_at",
                                      "computed",
                                      "lossy_key",
                                      "carries_other_attributes",
                                      "count",
                                      "size_bytes",
                                      "samples",
                                      "guessed"});
  Entity out;
  Faults faults;
  if (!node.is_map()) return unexpected(members.error());
  faults.accept_parts(node, members, read_entity_facts(node, out));
  const Node* keys = present(node, "keys");
  faults.accept_parts(node, members, keys ? read_keys(*keys, table, out) : read_short_keys(node, out));
  PARTITA_TRY(faults.result());
  return out;
}

}  // namespace partita::modelling::own
