#include "modelling/cost/access.h"

namespace partita::modelling {

Shapes::Shapes(const Proof& proof, Assumptions& assumptions) {
  for (const ProvenTable& table : proof.tables()) {
    if (!table.info) continue;
    for (std::size_t i = 0; i < table.declared->entities.size(); ++i) {
      const model::EntityPosition position = i < table.positions.size() ? table.positions[i] : model::kNone;
      if (position == model::kNone) continue;
      shapes_.push_back(std::make_unique<ItemShape>(shape_of_items(
          *table.declared, table.declared->entities[i], *table.info, table.info->at(position), assumptions)));
    }
  }
}

const ItemShape* Shapes::find(std::string_view table, std::string_view entity) const {
  for (const auto& shape : shapes_)
    if (shape->declared->name == entity && (table.empty() || shape->table->name == table)) return shape.get();
  return nullptr;
}

const ItemShape* Shapes::find(const model::EntityInfo& entity) const {
  for (const auto& shape : shapes_)
    if (shape->entity == &entity) return shape.get();
  return nullptr;
}

double PatternUnits::read_units() const {
  double units = 0;
  for (const Access& access : accesses)
    if (!access.write) units += access.all_units();
  return units;
}

double PatternUnits::write_units() const {
  double units = 0;
  for (const Access& access : accesses)
    if (access.write) units += access.all_units();
  return units;
}

ModelUnits units_of_model(std::shared_ptr<const Proof> proof) {
  ModelUnits units{.proof = std::move(proof)};
  units.shapes = std::make_unique<Shapes>(*units.proof, units.assumptions);
  for (const ProvenPattern& proven : units.proof->patterns()) {
    const Pattern& pattern = *proven.declared;
    PatternUnits of_pattern{.pattern = &pattern};
    switch (pattern.operation) {
      case PatternOperation::Read:
        add_read_units(proven, *units.shapes, units.assumptions, of_pattern);
        break;
      case PatternOperation::Search:
        of_pattern.not_priced = "the service charges a search by its bytes, at a price that Partita does not know";
        break;
      case PatternOperation::Scan:
        add_scan_units(pattern, *units.shapes, units.proof->model(), of_pattern);
        break;
      case PatternOperation::BatchGet:
      case PatternOperation::TransactGet:
        add_keyed_read_units(pattern, *units.shapes, of_pattern);
        break;
      case PatternOperation::Put:
      case PatternOperation::Create:
      case PatternOperation::Update:
      case PatternOperation::Delete:
      case PatternOperation::BatchWrite:
      case PatternOperation::TransactWrite:
        add_write_units(pattern, *units.shapes, units.assumptions, of_pattern);
        break;
    }
    if (!of_pattern.not_priced.empty()) of_pattern.accesses.clear();
    units.patterns.push_back(std::move(of_pattern));
  }
  return units;
}

}  // namespace partita::modelling
