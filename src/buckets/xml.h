// The few elements that S3's answers have. It is not a parser of XML: S3 sends no attributes but the namespace, no
// comments, and no CDATA.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::buckets {

// The name of the outermost element, or an empty text.
std::string_view xml_root(std::string_view xml);
// The text of the first element with this name, with its entities decoded; nullopt without such an element.
std::optional<std::string> xml_text(std::string_view xml, std::string_view name);
// The content of each element with this name, which must not contain another one.
std::vector<std::string_view> xml_elements(std::string_view xml, std::string_view name);

// `text` with the characters escaped that XML forbids in a text.
std::string xml_escaped(std::string_view text);

}  // namespace partita::buckets
