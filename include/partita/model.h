// The model layer: entities, tables and access patterns are types, and run on any partita::Database.
//
//   #include <partita/model.h>
//   namespace pt = partita::model;
//   using namespace pt::literals;
//
// docs/model-guide.md explains it step by step.
#pragma once

#include <partita/model/db.h>
#include <partita/model/parse.h>
#include <partita/model/serves.h>
#include <partita/model/types.h>

#include <boost/describe.hpp>
