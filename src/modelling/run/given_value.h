// Values of fields as they are written on a command line.
#pragma once

#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling::run {

struct GivenValue {
  std::string field = {};
  std::string comparison = {};  // "=", "<", "<=", ">", ">=" or "begins_with"
  std::string text = {};
};

// The parts of a word such as "customer=7", "placed_at>=2026-01-05" or "name^=An", in which ^= is begins_with.
// nullopt if the word has no comparison behind the name of a field.
std::optional<GivenValue> given_value(std::string_view word);

// The value of the field with this text: a number, true or false, bytes in Base64, an enumerator by the text of its
// attribute or by its name, and otherwise the text itself. Errors: ValidationException that names the field and its
// kind.
Result<AttributeValue> value_of_text(const model::FieldInfo& field, std::string_view text);
// The elements of a vector such as "[0.1, 0.2]" or "0.1,0.2". Errors: ValidationException.
Result<std::vector<float>> vector_of_text(std::string_view text);

}  // namespace partita::modelling::run
