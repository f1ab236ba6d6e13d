// Fuzz target of the statements of PartiQL. The first byte says how many parameters the statement gets, and the rest is
// its text. A statement that is right is bound and applied. An error must have a text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "partiql/keys.h"
#include "partiql/parse.h"
#include "partiql/prepare.h"
#include "partiql/texts.h"
#include "value/encode.h"
#include "value/view.h"

namespace {

using namespace partita;

const std::vector<AttributeValue> kValues = {
    AttributeValue::string("S"),
    AttributeValue::number("12.50"),
    AttributeValue::list({AttributeValue::number("1"), AttributeValue::string("S")}),
    AttributeValue::string_set({"a", "b"}),
    AttributeValue::boolean(true),
    AttributeValue::map({{"a", AttributeValue::string("x")}}),
    AttributeValue::number("1e126")};
const AttributeMap kItem{{"pk", AttributeValue::string("S")},
                         {"sk", AttributeValue::number("1")},
                         {"a", AttributeValue::string("S")},
                         {"b", AttributeValue::number("3")},
                         {"l", AttributeValue::list({AttributeValue::number("1")})},
                         {"m", AttributeValue::map({{"a", AttributeValue::list()}})},
                         {"s", AttributeValue::string_set({"a"})}};

void require(bool holds) {
  if (!holds) std::abort();
}

void evaluate(partiql::PreparedStatement& prepared) {
  static const std::string item_bytes = value::encode_item(kItem);
  const value::ItemView item(item_bytes);
  const partiql::KeyNames keys{"pk", "sk"};
  if (!bind_where(prepared)) return;
  const auto exact = exact_item_key(*prepared.statement, *prepared.parameters, keys);
  if (prepared.where) {
    const expr::Condition condition(prepared.where);
    condition.matches(item);
    condition.matches(value::MapView());
    const auto key = item_key(*prepared.where, keys);
    const auto plan = plan_keys(*prepared.where, keys);
    // A clause that fixes an item also fixes a partition.
    if (exact) require(key == exact);
    if (key) require(plan.has_value());
    (void)partiql::names_outside_or(*prepared.where);
  }
  if (prepared.statement->projected) {
    std::string out;
    prepared.statement->projected->project(item, out);
    require(value::ItemView::check(out));
  }
  if (!prepared.update) return;
  if (const auto updated = prepared.update->apply(kItem)) prepared.update->touched(*updated);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  OptionalList<AttributeValue> parameters;
  if (const std::size_t count = data[0] % (kValues.size() + 1); count > 0)
    parameters.emplace(kValues.begin(), kValues.begin() + static_cast<std::ptrdiff_t>(count));
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  auto prepared = partiql::prepare_statement(text, parameters);
  if (!prepared) {
    require(prepared.error().error.code == ErrorCode::ValidationException && !prepared.error().error.message.empty());
    return 0;
  }
  evaluate(*prepared);
  return 0;
}
