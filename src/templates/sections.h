// The parts of a file that define tables: a CloudFormation template, the resources of a serverless.yml, or several
// fragments of them.
#pragma once

#include "templates/node.h"
#include "templates/variables.h"

namespace partita::templates {

enum class Flavour : std::uint8_t { CloudFormation, Serverless };

// Each a map; empty where the file has none. Variables below the first level are not resolved yet.
struct Sections {
  Flavour flavour = Flavour::CloudFormation;
  Node parameters;
  Node mappings;
  Node conditions;
  Node resources;
};

// Takes: a template with Resources; a serverless.yml whose `resources` is a map or a list of maps with Resources; the
// inside of Resources alone, as it stands in files that a serverless.yml includes.
// Errors: none of these; a name defined twice; a variable without a value.
Result<Sections> read_sections(const Node& root, Variables& variables);

}  // namespace partita::templates
