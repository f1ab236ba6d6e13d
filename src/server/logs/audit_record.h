// The record of the audit log about one request.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/request_keys.h"
#include "server/answers/finished_request.h"
#include "server/logs/audit_log.h"

namespace partita::server {

// One line of JSON: the caller, the operation, whether it was allowed, and the reason if it was not. docs/operations.md
// lists its members.
std::string audit_record(const FinishedRequest& finished, std::int64_t now_ms, const AuditLog& log,
                         const protocol::KeyNames& key_names);

}  // namespace partita::server
