// JSON of messages: from the reader's tree to the writer's.
#pragma once

#include "documents/node.h"
#include "documents/tree.h"

namespace partita::tools {

// The same value. A scalar without quotation marks stays a number, a flag or null.
inline documents::Tree tree_of(const documents::Node& node) {
  using documents::Node;
  switch (node.kind) {
    case Node::Kind::Scalar:
      if (node.is_quoted) return documents::tree_text(node.text);
      if (node.text == "true" || node.text == "false") return documents::tree_flag(node.text == "true");
      return documents::tree_bare(node.text);
    case Node::Kind::List: {
      documents::Tree out = documents::tree_list();
      for (const Node& item : node.items) out.push(tree_of(item));
      return out;
    }
    case Node::Kind::Map: {
      documents::Tree out = documents::tree_map();
      for (const documents::Member& member : node.members) out.add(member.name, tree_of(member.value));
      return out;
    }
    default:
      return {};
  }
}

}  // namespace partita::tools
