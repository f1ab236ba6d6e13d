// A document as one HTML page that needs nothing else: no other file, no network and no script. A small script adds a
// filter for the access patterns and opens the section that a link leads to.
#pragma once

#include <string>

#include "modelling/docs/document.h"

namespace partita::modelling::docs {

std::string to_html(const Document& document);

// The style and the script of the page.
std::string page_css();
std::string_view page_script();

}  // namespace partita::modelling::docs
