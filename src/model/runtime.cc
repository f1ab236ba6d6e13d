// Code that every program of the model layer would otherwise compile anew.
#include <partita/model/runtime.h>

template class std::vector<partita::model::Change>;
template class std::vector<partita::model::Predicate>;
template class std::vector<partita::model::Row>;
template class std::vector<partita::model::WriteRequest>;

namespace partita::model {

AttributeMap Row::attributes() const {
  AttributeMap all = item.to_map();
  for (const Attribute& attribute : added)
    if (!all.contains(attribute.name)) all.set(attribute.name, attribute.value);
  return all;
}

WriteRequest::WriteRequest() = default;
WriteRequest::WriteRequest(const WriteRequest&) = default;
WriteRequest::WriteRequest(WriteRequest&&) noexcept = default;
WriteRequest& WriteRequest::operator=(const WriteRequest&) = default;
WriteRequest& WriteRequest::operator=(WriteRequest&&) noexcept = default;
WriteRequest::~WriteRequest() = default;

}  // namespace partita::model
