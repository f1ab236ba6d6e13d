// A document as one HTML page that needs no other file and no network. A small script adds a filter for the access
// patterns and opens the section that a link leads to.
#pragma once

#include <string>
#include <string_view>

#include "modelling/docs/document.h"

namespace partita::modelling::docs {

std::string to_html(const Document& document);

// The style of the page: page_style() with the colours that its drawings have.
std::string page_css();
// The texts of page.css and page.js, which the build embeds.
std::string_view page_style();
std::string_view page_script();

}  // namespace partita::modelling::docs
