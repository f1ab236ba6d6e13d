// Writes a model as a package of Python on boto3.
#pragma once

#include "modelling/core/model.h"
#include "modelling/generate/package.h"
#include "modelling/generate/python/py_parts.h"

namespace partita::modelling::python {

// The doc string of __init__.py has the parts that are left out.
Package py_package(const Model& model, const PyOptions& options);

// The files of the library beside the generated ones: path and text, in the order of the paths.
LibraryFiles py_runtime();

}  // namespace partita::modelling::python
