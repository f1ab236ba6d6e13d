// Diagrams in Mermaid's language, for pages that draw it, such as GitHub's.
//
// Every text from a model is in quotes, with an entity code for each character that Mermaid, Markdown or HTML could
// read as markup. Nodes have numbers as names.
#pragma once

#include <string>
#include <string_view>

#include "modelling/docs/document.h"

namespace partita::modelling::docs {

// The text for the inside of quotes.
std::string mermaid_text(std::string_view text);

// An erDiagram of the entities and their relations.
std::string to_mermaid(const RelationsPicture& relations, const std::vector<DocEntity>& entities);
// A flowchart of the access patterns with the tables and indexes.
std::string to_mermaid(const AccessMap& map);

}  // namespace partita::modelling::docs
