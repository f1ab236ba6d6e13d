// Texts of YAML that begin with | or > behind a tag.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::documents {

// yaml-cpp takes the column of a tag in a list, as in "- !Ref >-", for the indentation of the list, and so it does not
// see the lines below as the tag's text, although they are indented more than the "-". This is the text with these
// lines indented more than the tag, which means the same. nullopt if the text has no such place.
std::optional<std::string> with_deeper_block_texts(std::string_view text);

}  // namespace partita::documents
