#include "model/plan/needs_read.h"

#include <cstddef>
#include <set>

#include "model/plan/field_states.h"

namespace partita::model {
namespace {

bool gives_unique_fields(const WriteRequest& request) {
  const std::set<FieldPosition> known = identifying_fields(*request.entity);
  for (const UniqueInfo& unique : request.entity->unique)
    for (std::size_t i = 0; i < unique.size(); ++i)
      if (!known.contains(unique[i]) && !request.given.contains(request.entity->at(unique[i]).attribute)) return false;
  return true;
}

}  // namespace

bool needs_read(const WriteRequest& request) {
  const bool versioned = request.entity->version != kNone;
  switch (request.kind) {
    case WriteRequest::Kind::Create:
    case WriteRequest::Kind::Check:
      return false;
    case WriteRequest::Kind::Move:
      return true;
    case WriteRequest::Kind::Update:
    case WriteRequest::Kind::Upsert:
    case WriteRequest::Kind::Remove:
      return request.read_first;
    case WriteRequest::Kind::Put:
      break;
  }
  if (request.read_first) return true;
  if (versioned && !request.expected_version) return request.any_version;
  return !gives_unique_fields(request);
}

bool reads_before_write(const WriteRequest& request) {
  return needs_read(request) || (request.kind == WriteRequest::Kind::Remove && !request.entity->unique.empty());
}

}  // namespace partita::model
