#include "modelling/write/features.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace partita::modelling {
namespace {

constexpr Feature kAllFeatures[] = {
#define PARTITA_FEATURE(name, words) Feature::name,
#include "modelling/write/features.def"
#undef PARTITA_FEATURE
};

class LossList {
 public:
  LossList(const Features& held, std::string_view format) : held_(held), format_(format) {}

  void about(std::string subject) { subject_ = std::move(subject); }
  // Notes that the model has the named thing, in the singular or with `verb` "are".
  void has(Feature feature, std::string_view what, std::string_view verb = "is") {
    if (!held_.has(feature)) losses_.push_back(fmt::format("{}: {} {} not in {}", subject_, what, verb, format_));
  }
  void has_if(bool present, Feature feature, std::string_view what, std::string_view verb = "is") {
    if (present) has(feature, what, verb);
  }
  // The same for a list of names: "entity A is" or "entities A, B are".
  void names(Feature feature, std::string_view one, std::string_view several, const std::vector<std::string>& names) {
    if (names.size() == 1) has(feature, fmt::format("{} {}", one, names.front()));
    if (names.size() > 1) has(feature, fmt::format("{} {}", several, fmt::join(names, ", ")), "are");
  }
  void say(std::string_view what) { losses_.push_back(fmt::format("{}: {}", subject_, what)); }
  std::string_view format() const { return format_; }
  bool holds(Feature feature) const { return held_.has(feature); }
  std::vector<std::string> take() { return std::move(losses_); }

 private:
  const Features& held_;
  const std::string_view format_;
  std::string subject_;
  std::vector<std::string> losses_;
};

template <class T, class Wanted>
std::vector<std::string> names_where(const std::vector<T>& list, Wanted wanted) {
  std::vector<std::string> names;
  for (const T& one : list)
    if (wanted(one)) names.push_back(one.name);
  return names;
}

bool has_sizes(const Entity& entity) {
  return entity.count || entity.size_bytes ||
         std::any_of(entity.fields.begin(), entity.fields.end(), [](const Field& field) {
           return field.size_bytes || field.distinct || field.present || field.values;
         });
}

// The kinds that no other format than ours has a name for.
bool has_exact_kind(const Field& field) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::String:
    case FieldKind::Bool:
    case FieldKind::Enum:
      return false;
    default:
      return true;
  }
}

void find_losses(LossList& losses, const Entity& entity) {
  losses.about("entity " + entity.name);
  losses.has_if(!entity.description.empty(), Feature::Descriptions, "the description");
  losses.has_if(!entity.aliases.empty(), Feature::Aliases,
                fmt::format("the further tag {}", fmt::join(entity.aliases, ", ")));
  losses.has_if(!entity.from.empty(), Feature::Origins, "the origin in an earlier model");
  losses.names(Feature::Origins, "the origin of field", "the origins of fields",
               names_where(entity.fields, [](const Field& f) { return !f.from.empty(); }));
  losses.names(Feature::FieldKinds, "the exact kind of field", "the exact kinds of fields",
               names_where(entity.fields, has_exact_kind));
  losses.names(Feature::Enumerators, "the list of values of field", "the lists of values of fields",
               names_where(entity.fields, [](const Field& f) { return !f.enumerators.empty(); }));
  losses.names(Feature::OptionalFields, "the absence of optional field", "the absence of optional fields",
               names_where(entity.fields, [](const Field& f) { return f.optional; }));
  losses.names(Feature::AttributeNames, "the name beside its attribute of field",
               "the names beside their attributes of fields",
               names_where(entity.fields, [](const Field& f) { return f.stored && f.attribute != f.name; }));
  for (const auto& fields : entity.unique)
    losses.has(Feature::Unique, fmt::format("unique field {}", fmt::join(fields, "+")));
  losses.has_if(!entity.version.empty(), Feature::Versions, "version field " + entity.version);
  losses.has_if(!entity.created_at.empty(), Feature::WriteTimes, "time of creation " + entity.created_at);
  losses.has_if(!entity.updated_at.empty(), Feature::WriteTimes, "time of update " + entity.updated_at);
  for (const Computed& computed : entity.computed)
    losses.has(Feature::Computed, "the computation of field " + computed.field);
  for (const EntityKey& key : entity.indexes)
    losses.has_if(key.sparse || key.when, Feature::Sparse, "the condition of its key in " + key.index);
  losses.names(Feature::References, "the reference of field", "the references of fields",
               names_where(entity.fields, [](const Field& f) { return !f.references.empty(); }));
  losses.names(Feature::References, "the origin of the copy", "the origins of the copies",
               names_where(entity.fields, [](const Field& f) { return !f.copy_of.empty(); }));
  losses.has_if(has_sizes(entity), Feature::Sizes, "what is known of counts and sizes");
  losses.has_if(!entity.samples.empty() && losses.holds(Feature::Entities), Feature::Samples,
                "the list of sample items");
}

bool expires(const Table& table) {
  return !table.ttl_attribute.empty() ||
         std::any_of(table.entities.begin(), table.entities.end(), [](const Entity& e) { return !e.ttl.empty(); });
}

bool is_composite(const Index& index) {
  return index.scope == model::IndexScope::Global && (index.partition.size() > 1 || index.sort.size() > 1);
}

void find_losses(LossList& losses, const Index& index) {
  using model::IndexScope;
  losses.has_if(index.scope == IndexScope::Local, Feature::LocalIndexes, "local index " + index.name);
  losses.has_if(index.scope == IndexScope::Vector, Feature::VectorIndexes, "vector index " + index.name);
  losses.has_if(is_composite(index), Feature::CompositeIndexKeys,
                fmt::format("the key of several attributes of index {}", index.name));
  if (!losses.holds(Feature::Entities)) return;
  losses.has_if(index.shards.has_value(), Feature::Shards, fmt::format("index {}, which has shards,", index.name));
  losses.has_if(index.when.has_value(), Feature::Sparse, "the condition of index " + index.name);
}

void find_losses(LossList& losses, const Table& table) {
  losses.about("table " + table.name);
  for (const Index& index : table.indexes) find_losses(losses, index);
  losses.has_if(table.throughput.has_value(), Feature::Capacity, "the provisioned throughput");
  // A definition for the service must have these (table_request.h).
  if (table.billing == BillingMode::Provisioned && !table.throughput && losses.holds(Feature::Capacity) &&
      !losses.holds(Feature::Entities))
    losses.say(fmt::format("its units are not known, so it has pay per request in {}", losses.format()));
  losses.has_if(table.stream.has_value(), Feature::Stream, "the stream");
  losses.has_if(expires(table), Feature::TimeToLive, "the time to live");
  losses.has_if(table.point_in_time_recovery, Feature::Recovery, "point-in-time recovery");
  losses.has_if(table.deletion_protection, Feature::DeletionProtection, "deletion protection");
  losses.has_if(table.infrequent_access, Feature::TableClass, "the table class");
  losses.has_if(!table.tags.empty(), Feature::Tags, "the list of tags");
  const bool entities_have_samples = std::any_of(table.entities.begin(), table.entities.end(),
                                                 [](const Entity& entity) { return !entity.samples.empty(); });
  losses.has_if(!table.samples.empty() || (entities_have_samples && !losses.holds(Feature::Entities)), Feature::Samples,
                "the list of sample items");
  losses.names(Feature::Entities, "entity", "entities",
               names_where(table.entities, [](const Entity&) { return true; }));
  if (!losses.holds(Feature::Entities)) return;
  losses.has_if(!table.type_attribute.empty() && !table.entities.empty(), Feature::TypeTags,
                "the entity's name in attribute " + table.type_attribute);
  for (const Entity& entity : table.entities) find_losses(losses, entity);
}

void find_losses(LossList& losses, const Pattern& pattern) {
  losses.about("pattern " + pattern.name);
  losses.has_if(!pattern.description.empty(), Feature::Descriptions, "the description");
  for (const When& one : pattern.where)
    losses.has(Feature::Constants, fmt::format("that {} is {} in all calls", one.field, one.equals));
  losses.has_if(pattern.per_second || pattern.peak_per_second || pattern.items || !pattern.values.empty(),
                Feature::Traffic, "what is known of its frequency");
}

bool is_held(const Index& index, const Features& held) {
  if (index.scope == model::IndexScope::Local) return held.has(Feature::LocalIndexes);
  if (index.scope == model::IndexScope::Vector) return held.has(Feature::VectorIndexes);
  if (is_composite(index) && !held.has(Feature::CompositeIndexKeys)) return false;
  // The index alone has no use without the numbers that entities write into it.
  return !index.shards || !held.has(Feature::Entities) || held.has(Feature::Shards);
}

}  // namespace

std::string_view words_of(Feature feature) {
  constexpr std::string_view kWords[] = {
#define PARTITA_FEATURE(name, words) words,
#include "modelling/write/features.def"
#undef PARTITA_FEATURE
  };
  return kWords[static_cast<int>(feature)];
}

std::span<const Feature> all_features() { return kAllFeatures; }

std::vector<std::string> losses_of(const Model& model, const Features& held, std::string_view format) {
  LossList losses(held, format);
  losses.about("the model");
  losses.has_if(!model.description.empty(), Feature::ModelDescription, "the description");
  for (const Table& table : model.tables) find_losses(losses, table);
  losses.about("the model");
  if (!held.has(Feature::Patterns))
    losses.has_if(!model.patterns.empty(), Feature::Patterns,
                  fmt::format("{} access pattern{}", model.patterns.size(), model.patterns.size() == 1 ? "" : "s"),
                  model.patterns.size() == 1 ? "is" : "are");
  else
    for (const Pattern& pattern : model.patterns) find_losses(losses, pattern);
  losses.about("the model");
  losses.has_if(!model.seasons.empty(), Feature::Seasons, "the list of seasons");
  return losses.take();
}

Model without_lost_indexes(const Model& model, const Features& held) {
  Model kept = model;
  for (Table& table : kept.tables) {
    std::erase_if(table.indexes, [&](const Index& index) { return !is_held(index, held); });
    for (Entity& entity : table.entities)
      std::erase_if(entity.indexes, [&](const EntityKey& key) { return !table.index(key.index); });
  }
  return kept;
}

}  // namespace partita::modelling
