#include "console/compose/compose_pattern.h"

#include <fmt/format.h>

#include "console/compose/compose_read.h"
#include "console/compose/compose_write.h"
#include "modelling/run/refused_parts.h"

namespace partita::console {
namespace {

Result<const modelling::ProvenPattern*> find_pattern(const modelling::Proof& proof, const std::string& name) {
  for (const modelling::ProvenPattern& pattern : proof.patterns())
    if (pattern.declared->name == name) return &pattern;
  return invalid(fmt::format("The model has no pattern '{}'", name));
}

Result<void> check_counts(const ComposePatternRequest& request) {
  std::size_t items = 0;
  for (const PartTexts& part : request.parts) items += part.items.size();
  const auto check = [](std::size_t count, std::size_t most, std::string_view what) -> Result<void> {
    if (count <= most) return {};
    return invalid(fmt::format("Give at most {} {} at once", most, what));
  };
  PARTITA_TRY(check(request.lists.size(), kMostGivenLists, "lists of values"));
  PARTITA_TRY(check(request.parts.size(), kMostGivenParts, "parts"));
  PARTITA_TRY(check(items, kMostGivenItems, "items"));
  return check(request.answers.size(), kMostGivenAnswers, "answers");
}

}  // namespace

Result<std::string> compose_pattern(const modelling::Proof& proof, std::string_view body) {
  PARTITA_TRY_VALUE(request, read_request<ComposePatternRequest>(body));
  PARTITA_TRY(check_counts(request));
  PARTITA_TRY_VALUE(pattern, find_pattern(proof, request.pattern));
  const modelling::Pattern& declared = *pattern->declared;
  const modelling::run::RefusedParts refused(proof);
  const modelling::lint::Finding* found = refused.of_pattern(declared);
  if (!found) found = refused.of_parts(declared);
  if (found) return invalid(fmt::format("The model refuses {}: {}", declared.name, modelling::run::text_of(*found)));
  const bool is_read = modelling::is_read(declared.operation);
  PARTITA_TRY_VALUE(answer, is_read ? compose_read(proof, *pattern, request) : compose_write(proof, *pattern, request));
  return json_of(answer);
}

}  // namespace partita::console
