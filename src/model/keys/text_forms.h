// The texts of times, identifiers and bytes in string keys.
#pragma once

#include <partita/model/runtime/description.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

// True if `text` has the one form of its kind: 2026-01-05T10:00:00.000Z for a time, 2026-01-05 for a date, lower-case
// hex with hyphens for a UUID, 26 upper-case characters for a ULID. True for other kinds.
bool has_form(FieldKind kind, std::string_view text);
// The number of characters of a time or date that the format keeps: 4, 7, 10 or 13. 0 if the format or the kind does
// not cut.
std::size_t cut_size(FieldKind kind, KeyFormat format);
// True if `text` is the beginning of a text of the kind's form, or is empty. True for kinds without a form.
bool begins_form(FieldKind kind, std::string_view text);

// The bytes of lower-case hex; nullopt for any other text.
std::optional<std::string> read_hex(std::string_view hex);

}  // namespace partita::model
