// Template instantiations and special members that every program of the model layer would otherwise compile again.
#include <partita/model/runtime/item_writes.h>
#include <partita/model/runtime/predicate.h>
#include <partita/model/runtime/rows.h>
#include <partita/model/runtime/session.h>

template class std::vector<partita::model::Change>;
template class std::vector<partita::model::Predicate>;
template class std::vector<partita::model::Row>;
template class std::vector<partita::model::UnreadableRow>;
template class std::vector<partita::model::WriteRequest>;
template class std::vector<partita::Result<partita::model::WriteRequest>>;
template class partita::expected<void, partita::Error>;
template class partita::expected<partita::AttributeMap, partita::Error>;
template class partita::expected<partita::AttributeValue, partita::Error>;
template class partita::expected<partita::model::Cost, partita::Error>;
template class partita::expected<partita::model::Predicate, partita::Error>;
template class partita::expected<partita::model::RowPage, partita::Error>;
template class partita::expected<partita::model::WriteAnswer, partita::Error>;
template class partita::expected<partita::model::WriteRequest, partita::Error>;

namespace partita::model {

WriteRequest::WriteRequest() = default;
WriteRequest::WriteRequest(const WriteRequest&) = default;
WriteRequest::WriteRequest(WriteRequest&&) noexcept = default;
WriteRequest& WriteRequest::operator=(const WriteRequest&) = default;
WriteRequest& WriteRequest::operator=(WriteRequest&&) noexcept = default;
WriteRequest::~WriteRequest() = default;

}  // namespace partita::model
