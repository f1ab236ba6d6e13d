// The parts from which describe() makes a Document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/relations.h"
#include "modelling/docs/describe_collections.h"
#include "modelling/docs/document.h"
#include "modelling/docs/example_items.h"

namespace partita::modelling::docs {

// The input of all parts.
struct Described {
  const Proof& proof;
  const EntityColours& colours;
  const ExampleItems& examples;
};

// "order-item-2": the name's ASCII letters in lower case and its digits, with the number, which makes it unique.
std::string anchor_of(std::string_view kind, std::string_view name, std::size_t number);

std::vector<DocEntity> describe_entities(const Described& of);
std::vector<DocTable> describe_tables(const Described& of);
// The keys of the table's entities in the table (`index` = model::kNone) or in the index.
std::vector<DocKey> describe_keys(const Described& of, const ProvenTable& table, model::IndexPosition index);

// Sets Document::patterns, mistakes and assumptions, and the patterns of tables and indexes. Requires: the tables.
void describe_patterns(const std::shared_ptr<const Proof>& proof, Document& document);

RelationsPicture describe_relations(const Described& of, const std::vector<Relation>& direct);
// The relation in words: "an ORDER has many LINE: customer, id".
std::string in_words(const Relation& relation);
// Maps of at most about 40 patterns each. Requires: the tables and patterns.
std::vector<DocPicture> describe_maps(const Document& document, const Described& of);

}  // namespace partita::modelling::docs
