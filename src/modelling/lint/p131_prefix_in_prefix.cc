#include <fmt/format.h>

#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P131{
    .id = "P131",
    .severity = Severity::Error,
    .title = "A prefix inside of another",
    .why = "begins_with on a key that ends with a value also matches longer values: ORDER#1 begins ORDER#10 too.",
    .cost = "The answer has items of other parents, and hides the fault until ids have several lengths.",
    .cure =
        "End the prefix with '#', or read the parent and its children between \"KEY\" and \"KEY$\" (tree: true), "
        "as Partita does for collections."};

namespace {

// True if all texts of the value are equally long, so that no text begins another.
bool has_one_width(const model::FieldInfo& field, const model::KeyPart& part) {
  if (part.format != model::KeyFormat::Plain) return true;
  return field.kind == model::FieldKind::Time || field.kind == model::FieldKind::Date ||
         field.kind == model::FieldKind::Uuid || field.kind == model::FieldKind::Ulid;
}

}  // namespace

void check_P131(const Proof& proof, Findings& findings) {
  for (const ProvenPattern& pattern : proof.patterns()) {
    if (!pattern.served() || pattern.declared->range_comparison != "begins_with" || !pattern.declared->range.empty())
      continue;
    const model::EntityInfo& entity = *pattern.info.entities.front();
    const model::EntityKey* key = &entity.primary;
    for (const model::EntityKey& one : entity.indexes)
      if (one.index == pattern.info.plan.index) key = &one;
    const std::size_t known = pattern.info.plan.sort_parts;
    if (key->sort.size() != 1 || key->sort[0].natural || known == 0) continue;
    const model::KeyPart& last = key->sort[0].value.parts[known - 1];
    if (!last.is_field() || has_one_width(entity.at(last.field), last)) continue;
    findings.add(k_P131, {.place = pattern.declared->place,
                          .table = std::string(pattern.info.table->name),
                          .entity = std::string(entity.name),
                          .pattern = pattern.declared->name,
                          .message = fmt::format(
                              "\"{}\" asks for keys that begin with \"{}\", whose last value may begin longer "
                              "ones",
                              pattern.declared->name, key->sort[0].value.text)});
  }
}

}  // namespace partita::modelling::lint
