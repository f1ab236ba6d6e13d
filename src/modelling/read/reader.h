// A reader turns one format into a Model. Each format is a file in a room of this folder and a line of readers.def
// (README.md).
//
// A reader fails with "FILE:LINE: the mistake: its cure", one line for each fault that it finds; an unknown member is a
// fault that names the nearest known one. If a format describes tables that do not need each other, as templates do,
// one that cannot be read is a note, unless all have faults. Parts that a Model cannot hold are named in Model::notes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "documents/node.h"
#include "modelling/core/model.h"
#include "templates/options.h"

namespace partita::modelling {

using documents::Node;

struct SourceFile {
  std::string path = {};
  std::string text = {};
};

// A file that a reader may read, or a directory.
struct Source {
  std::string path = {};
  std::string text = {};  // empty: of a directory
  // Of a directory: its files. Of a Terraform file: the other files of its directory, which it may refer to.
  std::vector<SourceFile> beside = {};
  bool is_directory = false;
  const Node* tree = nullptr;               // nullptr: the text is neither YAML nor JSON
  const Error* why_no_tree = nullptr;       // of such a text
  templates::TemplateOptions options = {};  // for templates with parameters
};

struct Reader {
  std::string_view name = {};         // as in --format
  std::string_view description = {};  // for --help
  bool (*recognizes)(const Source& source);
  Result<Model> (*read)(const Source& source);
};

}  // namespace partita::modelling
