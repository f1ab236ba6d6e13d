#include "modelling/diff/origins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/cost/units.h"
#include "modelling/diff/table_steps.h"

namespace partita::modelling::diff {
namespace {

using derive::EntityOrigin;

// How many items follow, as far as the models say it.
std::optional<double> count_of(const EntityOrigin& origin) {
  const Entity* now = origin.to_table->declared->entity(std::string(origin.to->name));
  if (now && now->count) return now->count;
  const Entity* was = origin.from_table->declared->entity(std::string(origin.from->name));
  return was && !origin.when ? was->count : std::nullopt;
}

void add_items(const EntityOrigin& origin, double units_of_item, std::vector<std::string> set, DiffStep& step) {
  ChangedItems items{.entity = std::string(origin.to->name), .share = 1, .items = count_of(origin)};
  items.set = std::move(set);
  if (!items.items)
    step.write_units.reset();
  else if (step.write_units)
    *step.write_units += *items.items * units_of_item;
  step.step.items += static_cast<std::int64_t>(items.items.value_or(0));
  step.entities.push_back(std::move(items));
}

double units_of_put(const ItemShape* shape) {
  if (!shape) return 0;
  double units = write_units(shape->bytes);
  for (const EntryShape& entry : shape->entries) units += entry.share * write_units(entry.bytes);
  return units;
}

}  // namespace

Origins Origins::make(const std::shared_ptr<const Proof>& was, const std::shared_ptr<const Proof>& now,
                      ModelDiff& out) {
  Origins origins;
  if (!derive::has_origins(was->model(), now->model())) return origins;
  const auto refuse = [&](const Error& error) {
    out.changes.push_back({{},
                           {},
                           "`partita model migrate` refuses it",
                           Safety::Unsafe,
                           error.message,
                           "Mend the later model: docs/modelling/migrate.md says which changes can be derived."});
    return Origins();
  };
  auto derivations = derive::Derivations::make(was, now, {});
  if (!derivations) return refuse(derivations.error());
  origins.derivations_ = std::make_shared<const derive::Derivations>(*std::move(derivations));
  auto new_fields = derive::NewFields::make(origins.derivations_);
  if (!new_fields) return refuse(new_fields.error());
  origins.new_fields_ = *std::move(new_fields);
  if (const auto faults = derive::faults_of_places(*origins.derivations_, *was); !faults.empty())
    return refuse({ErrorCode::ValidationException, fmt::format("{}", fmt::join(faults, "; ")), {}, {}});
  return origins;
}

std::vector<const EntityOrigin*> Origins::into(const ProvenTable& now) const {
  std::vector<const EntityOrigin*> out;
  if (!derivations_) return out;
  for (const EntityOrigin& origin : derivations_->all())
    if (origin.to_table == &now) out.push_back(&origin);
  return out;
}

DiffStep Origins::creation(const ProvenTable& now, const Shapes& shapes) const {
  DiffStep step{.step = diff::creation(now)};
  const auto origins = into(now);
  if (origins.empty()) return step;
  step.write_units = 0;
  std::vector<std::string> from;
  for (const EntityOrigin* origin : origins) {
    add_items(*origin, units_of_put(shapes.find(now.declared->name, std::string(origin->to->name))), {}, step);
    std::string source = fmt::format("{} of {}", origin->from->name, origin->from_table->declared->name);
    if (!base::contains(from, source)) from.push_back(std::move(source));
  }
  step.safety = Safety::Careful;
  step.why = fmt::format(
      "its items follow from {}: `partita model migrate` fills it while programs of the earlier model write, which "
      "stop "
      "while the tables are compared at the end",
      fmt::join(from, ", "));
  return step;
}

std::optional<DiffStep> Origins::filling(const ProvenTable& now, const Shapes& shapes) const {
  if (!new_fields_) return std::nullopt;
  DiffStep step{.step = {.kind = model::UpgradeStep::Kind::RewriteItems, .table = now.declared->name}};
  step.write_units = 0;
  for (const EntityOrigin* origin : new_fields_->entities()) {
    auto added = derive::NewFields::added(*origin);
    if (origin->to_table != &now || added.empty()) continue;
    // The entries of the indexes change too, if they have all attributes.
    double units = 0;
    if (const ItemShape* shape = shapes.find(now.declared->name, std::string(origin->to->name))) {
      units = write_units(shape->bytes);
      for (const EntryShape& entry : shape->entries)
        if (origin->from_table->info->index(now.info->at(entry.index).name) != model::kNone &&
            now.info->at(entry.index).projection == ProjectionType::All)
          units += entry.share * write_units(entry.bytes);
    }
    add_items(*origin, units, std::move(added), step);
  }
  if (step.entities.empty()) return std::nullopt;
  step.safety = Safety::Careful;
  step.why =
      "programs of the earlier model that put whole items leave these fields out: migrate again after the last of them";
  return step;
}

DiffChange Origins::removal(const ProvenTable& was) const {
  DiffChange change{was.declared->name,
                    {},
                    "the table is gone",
                    Safety::Careful,
                    "it stays with its items, and costs storage, until you delete it",
                    {}};
  if (!derivations_) return change;
  std::vector<std::string> to;
  for (const EntityOrigin& origin : derivations_->all())
    if (origin.from_table == &was && !base::contains(to, origin.to_table->declared->name))
      to.push_back(origin.to_table->declared->name);
  if (!to.empty())
    change.why = fmt::format("its items go to {}; it stays as it is, and costs storage, until you delete it",
                             fmt::join(to, ", "));
  return change;
}

void Origins::add_lost_fields(ModelDiff& out) const {
  if (!derivations_) return;
  for (const std::string& field : derivations_->unused_fields()) {
    const std::size_t dot = field.find('.');
    const std::string entity = field.substr(0, dot);
    const auto& all = derivations_->all();
    const auto origin = std::ranges::find(all, entity, [](const EntityOrigin& one) { return one.from->name; });
    // compare_entities() tells those of entities that stay.
    if (origin == all.end() || origin->from_table->declared->name == origin->to_table->declared->name) continue;
    out.changes.push_back({origin->from_table->declared->name,
                           entity,
                           fmt::format("the field {} is gone", field.substr(dot + 1)),
                           Safety::Careful,
                           "no field of the later model takes its values, so the new table does not have them",
                           {}});
  }
}

}  // namespace partita::modelling::diff
