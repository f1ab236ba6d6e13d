// Writes a model as a package of Go on the AWS SDK for Go.
#pragma once

#include "modelling/core/model.h"
#include "modelling/generate/go/go_parts.h"
#include "modelling/generate/package.h"

namespace partita::modelling::go {

// client.go begins with the parts that are left out.
Package go_package(const Model& model, const GoOptions& options);

// The files of the library beside the generated ones: path and text, in the order of the paths.
LibraryFiles go_runtime();

}  // namespace partita::modelling::go
