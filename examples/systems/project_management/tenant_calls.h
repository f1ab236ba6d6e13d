// Code that the methods of a tenant share.
#pragma once

#include "project_management/tenant.h"

namespace project_management {

// Runs a query for the part of a list that the caller asks for.
template <class Query>
auto run_part(Query query, const Part& part) {
  if (part.take) query.take(*part.take);
  query.after(part.after);
  return query.run();
}

// The check for an addition to an organization, a project or an employee: it exists and is not being deleted. An item
// without the attribute `closing` is not being deleted.
template <class Entity, class... Key>
auto check_open(const Key&... key) {
  using namespace pt::literals;
  return pt::check<Entity>(key...).when("organizationId"_f.exists() && !("closing"_f == true));
}

}  // namespace project_management
