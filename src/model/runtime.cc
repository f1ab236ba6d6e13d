// The members of the structs that the typed front hands over.
#include <partita/model/runtime.h>

template class std::vector<partita::model::Change>;
template class std::vector<partita::model::Predicate>;
template class std::vector<partita::model::Row>;
template class std::vector<partita::model::WriteRequest>;

namespace partita::model {

RowPage::RowPage() = default;
RowPage::RowPage(const RowPage&) = default;
RowPage::RowPage(RowPage&&) noexcept = default;
RowPage& RowPage::operator=(const RowPage&) = default;
RowPage& RowPage::operator=(RowPage&&) noexcept = default;
RowPage::~RowPage() = default;

BatchRows::BatchRows() = default;
BatchRows::BatchRows(const BatchRows&) = default;
BatchRows::BatchRows(BatchRows&&) noexcept = default;
BatchRows& BatchRows::operator=(const BatchRows&) = default;
BatchRows& BatchRows::operator=(BatchRows&&) noexcept = default;
BatchRows::~BatchRows() = default;

WriteRequest::WriteRequest() = default;
WriteRequest::WriteRequest(const WriteRequest&) = default;
WriteRequest::WriteRequest(WriteRequest&&) noexcept = default;
WriteRequest& WriteRequest::operator=(const WriteRequest&) = default;
WriteRequest& WriteRequest::operator=(WriteRequest&&) noexcept = default;
WriteRequest::~WriteRequest() = default;

WriteAnswer::WriteAnswer() = default;
WriteAnswer::WriteAnswer(const WriteAnswer&) = default;
WriteAnswer::WriteAnswer(WriteAnswer&&) noexcept = default;
WriteAnswer& WriteAnswer::operator=(const WriteAnswer&) = default;
WriteAnswer& WriteAnswer::operator=(WriteAnswer&&) noexcept = default;
WriteAnswer::~WriteAnswer() = default;

}  // namespace partita::model
