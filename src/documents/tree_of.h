// From the reader's tree of a JSON document to the writer's.
#pragma once

#include "documents/node.h"
#include "documents/tree.h"

namespace partita::documents {

// The same value. A scalar without quotation marks stays a number, a flag or null.
inline Tree tree_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Scalar:
      if (node.is_quoted) return tree_text(node.text);
      if (node.text == "true" || node.text == "false") return tree_flag(node.text == "true");
      return tree_bare(node.text);
    case Node::Kind::List: {
      Tree out = tree_list();
      for (const Node& item : node.items) out.push(tree_of(item));
      return out;
    }
    case Node::Kind::Map: {
      Tree out = tree_map();
      for (const Member& member : node.members) out.add(member.name, tree_of(member.value));
      return out;
    }
    default:
      return {};
  }
}

}  // namespace partita::documents
