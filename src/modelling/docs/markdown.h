// A document as one page of GitHub's Markdown.
#pragma once

#include <string>
#include <string_view>

#include "modelling/docs/document.h"

namespace partita::modelling::docs {

// Without pictures in files, the page shows the collections as tables only. `svg_directory` is the path from the page
// to the pictures' directory, or empty without pictures.
std::string to_markdown(const Document& document, std::string_view svg_directory);

// The text with escapes, so that Markdown reads no markup in it. It stays on one line and in one cell of a table.
std::string markdown_text(std::string_view text);
// The text as code, in a cell of a table. An empty text stays empty.
std::string markdown_code(std::string_view text);

}  // namespace partita::modelling::docs
