// The content of a page on a model, before it is Markdown or HTML: texts without markup, and pictures as data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/picture/access_map.h"
#include "modelling/picture/collections.h"
#include "modelling/picture/relations_picture.h"

namespace partita::modelling::docs {

// Pages fold the parts on each entity if there are more entities than this.
inline constexpr std::size_t kManyEntities = 12;

struct DocPicture {
  std::string file = {};  // a name for a file, without an ending: lower-case letters, digits and '-'
  std::variant<CollectionsPicture, RelationsPicture, AccessMap> what = {};

  const std::string& title() const;
};
std::string draw(const DocPicture& picture, SvgUse use);

struct DocField {
  std::string name = {};
  std::string attribute = {};  // if it differs from the name, or a word such as "only in keys"
  std::string type = {};
  std::string meaning = {};
  std::string references = {};  // an entity, with its field if it is known
};

// The key of an entity in the table or an index.
struct DocKey {
  std::string entity = {};
  std::string place = {};                   // the name of the index; empty for the table
  std::vector<PictureCell> templates = {};  // attributes with their templates
  std::vector<PictureCell> examples = {};   // attributes with values of one item; may be empty
  std::string condition = {};               // "only while status = PAID"
};

struct DocEntity {
  std::string name = {};
  std::string anchor = {};
  int colour = 0;
  std::string table = {};
  std::string description = {};
  std::vector<std::string> facts = {};  // sentences
  std::vector<DocField> fields = {};
  std::vector<DocKey> keys = {};
};

struct DocIndex {
  std::string name = {};
  std::string anchor = {};
  std::string kind = {};  // "global index", "local index", "vector index"
  std::vector<std::string> facts = {};
  std::vector<DocKey> keys = {};
  std::vector<std::size_t> patterns = {};  // that read it, into Document::patterns
  DocPicture picture = {};
};

struct DocTable {
  std::string name = {};
  std::string anchor = {};
  std::vector<std::string> facts = {};
  std::vector<DocKey> keys = {};
  std::vector<std::size_t> patterns = {};  // that read or write the table itself
  std::vector<std::string> entities = {};
  std::vector<DocIndex> indexes = {};
  DocPicture picture = {};
};

// Items that a pattern reads or writes.
struct DocAccess {
  std::string table = {};
  std::string index = {};  // empty: the table
  std::string items = {};  // "20 items", or empty
  std::string units = {};  // "2.5 RU", or empty
};

struct DocPattern {
  std::string label = {};  // "7", or the id that the file gives
  std::string name = {};
  std::string anchor = {};
  std::string description = {};
  bool write = false;
  std::string entities = {};       // "ORDER, LINE"
  std::string place = {};          // "shop", or "shop / by_status"
  std::string key_condition = {};  // of a served read
  std::string requests = {};       // the class of latency: "one GetItem", "4 parallel Queries"
  std::vector<DocAccess> accesses = {};
  std::string items = {};      // "20", or empty
  std::string units = {};      // "2.5 RU", "3 WU", or empty
  std::string how = {};        // how the units came about, or why they are unknown
  std::string frequency = {};  // "20/s", or empty
  std::string refused = {};    // the fault, as a sentence; empty: the pattern is served
  std::string cure = {};
};

struct Document {
  std::string title = {};
  std::string description = {};
  std::string summary = {};  // "1 table, 2 indexes, ..."
  std::vector<DocTable> tables = {};
  std::vector<DocEntity> entities = {};
  std::vector<DocPattern> patterns = {};
  std::optional<DocPicture> relations = {};   // nullopt without entities
  std::vector<DocPicture> maps = {};          // several for a large model
  std::vector<std::string> mistakes = {};     // refusals that belong to no pattern
  std::vector<std::string> assumptions = {};  // of the units
  std::vector<std::string> notes = {};        // the reader's

  // All pictures, in the order of the page.
  std::vector<const DocPicture*> pictures() const;
};

// Describes any model, also a wrong one.
Document describe(const std::shared_ptr<const Proof>& proof);

}  // namespace partita::modelling::docs
