// The parts of a file that define tables. The file is a CloudFormation template, the resources of a serverless.yml, or
// several fragments of them.
#pragma once

#include "documents/node.h"
#include "templates/variables.h"

namespace partita::templates {

using documents::Member;
using documents::Node;

enum class Flavour : std::uint8_t { CloudFormation, Serverless };

// Each section is a map, which is empty if the file does not have the section. Variables below the first level are not
// resolved yet.
struct Sections {
  Flavour flavour = Flavour::CloudFormation;
  Node parameters;
  Node mappings;
  Node conditions;
  Node resources;
  Node simple_tables;          // SAM's Globals of all simple tables
  std::vector<Member> unread;  // sections that change resources and are not read
};

// Accepts a template with Resources, and a serverless.yml with `resources` that are a map or a list of maps with
// Resources. It also accepts the content of Resources by itself, which a serverless.yml includes from another file.
// Errors: another kind of file, a name that is defined twice, a variable without a value.
Result<Sections> read_sections(const Node& root, Variables& variables);

}  // namespace partita::templates
