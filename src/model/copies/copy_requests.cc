#include "model/copies/copy_requests.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/plan/field_states.h"

namespace partita::model {

bool is_whole(WriteRequest::Kind kind) {
  return kind == WriteRequest::Kind::Create || kind == WriteRequest::Kind::Put || kind == WriteRequest::Kind::Move;
}
bool is_update(WriteRequest::Kind kind) {
  return kind == WriteRequest::Kind::Update || kind == WriteRequest::Kind::Upsert;
}

AttributeMap& written_item(WriteRequest& request) {
  return request.kind == WriteRequest::Kind::Move ? request.moved_to : request.values;
}
const AttributeMap& written_item(const WriteRequest& request) {
  return request.kind == WriteRequest::Kind::Move ? request.moved_to : request.values;
}

const Change* change_of(const WriteRequest& request, FieldPosition field) {
  const auto found = std::find_if(request.changes.begin(), request.changes.end(),
                                  [&](const Change& change) { return change.field == field; });
  return found == request.changes.end() ? nullptr : &*found;
}
bool is_known_change(const Change& change) {
  return change.path.empty() && (change.kind == Change::Kind::Set || change.kind == Change::Kind::Remove);
}

bool refers_anew(const WriteRequest& request, const CopyInfo& copy) {
  if (is_whole(request.kind) || request.kind == WriteRequest::Kind::Upsert) return true;
  return request.kind == WriteRequest::Kind::Update &&
         std::any_of(copy.references.begin(), copy.references.end(),
                     [&](const CopyReference& reference) { return change_of(request, reference.holder) != nullptr; });
}

bool changes_source(const WriteRequest& request, const CopyInfo& copy) {
  if (is_whole(request.kind) || request.kind == WriteRequest::Kind::Upsert) return true;
  return request.kind == WriteRequest::Kind::Update && change_of(request, copy.source_field) != nullptr;
}

bool follows_from_stored(const WriteRequest& request, const CopyInfo& copy) {
  if (!is_update(request.kind)) return false;
  const Change* change = change_of(request, copy.source_field);
  return change ? !is_known_change(*change) : request.kind == WriteRequest::Kind::Upsert;
}

Result<AttributeMap> references_after(const WriteRequest& request, const CopyInfo& copy) {
  if (is_whole(request.kind)) return written_item(request);
  AttributeMap out;
  for (const CopyReference& reference : copy.references) {
    const FieldInfo& field = field_of(*copy.holder, reference.holder);
    const Change* change = change_of(request, reference.holder);
    const AttributeValue* value = nullptr;
    if (change && is_known_change(*change))
      value = &change->value;
    else if (!change && request.values.contains(field.attribute))
      value = request.values.find(field.attribute);
    else if (!change && request.given.contains(field.attribute))
      value = request.given.find(field.attribute);
    else
      return invalid(
          fmt::format("{}: the field {} follows from the item that {} refers to, so this write must set {} "
                      "as a whole, or give its value",
                      copy.holder->name, copy_field(copy).name, field.name, field.name));
    if (!means_absent(*value)) out.set(field.attribute, *value);
  }
  return out;
}

}  // namespace partita::model
