#include "modelling/design/keys/shapes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {

bool operator==(const IndexForm& a, const IndexForm& b) {
  return a.partition == b.partition && a.sort == b.sort && a.bucket == b.bucket && a.shards == b.shards &&
         a.composed == b.composed && a.nested == b.nested && a.from_end == b.from_end && a.local == b.local &&
         a.when == b.when;
}

std::string text_of(const PrimaryForm& form) {
  std::string out =
      form.partition.empty() ? "one partition of all items" : fmt::format("{}", fmt::join(form.partition, ", "));
  if (!form.sort.empty()) out += fmt::format(", then {}", fmt::join(form.sort, ", "));
  return out;
}

std::string text_of(const IndexForm& form) {
  std::string out = form.partition.empty() ? "" : fmt::format("{}", fmt::join(form.partition, ", "));
  if (!form.bucket.empty()) out += fmt::format("the {} of {}", form.bucket, form.sort[0]);
  if (form.is_constant()) out += "all of one kind";
  if (!form.sort.empty()) out += fmt::format(", then {}", fmt::join(form.sort, ", "));
  for (const When& when : form.when) out += fmt::format(", only {} = {}", when.field, when.equals);
  return out;
}

std::string shard_need_of(const Questions& questions, SubjectPosition subject, const IndexForm& form) {
  return at(questions, subject).entity.name + ": " + text_of(form);
}

}  // namespace partita::modelling::design
