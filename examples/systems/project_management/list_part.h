// A query for the part of a list that the caller asks for.
#pragma once

#include "project_management/tenant.h"

namespace project_management {

template <class Query>
auto run_part(Query query, const Part& part) {
  if (part.take) query.take(*part.take);
  query.after(part.after);
  return query.run();
}

}  // namespace project_management
