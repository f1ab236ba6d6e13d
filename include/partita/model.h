// The model layer: entities, tables and access patterns as types, over any partita::Database.
//
//   #include <partita/model.h>
//   namespace pt = partita::model;
//   using namespace pt::literals;
//
// docs/model-guide.md leads through it.
#pragma once

#include <partita/model/db.h>
#include <partita/model/parse.h>
#include <partita/model/types.h>

#include <boost/describe.hpp>
