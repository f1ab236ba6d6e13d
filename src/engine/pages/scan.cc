#include "engine/operations.h"
#include "engine/pages/page_operation.h"
#include "engine/pages/scan_range.h"

namespace partita::engine {

void scan(Context& context, ScanRequest request, MayWait may_wait, Completion<ScanResponse> done) {
  run_page_operation<ScanResponse>(context, std::move(request), may_wait, std::move(done), "Scan", scan_range);
}

}  // namespace partita::engine
