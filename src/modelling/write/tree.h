// The names of a document before it is text, for all writers and reports of models.
#pragma once

#include "documents/tree.h"

namespace partita::modelling {

using documents::Tree;
using documents::tree_bare;
using documents::tree_flag;
using documents::tree_list;
using documents::tree_map;
using documents::tree_number;
using documents::tree_text;
using documents::tree_texts;

}  // namespace partita::modelling
