#include "engine/backups/writer_identity.h"

#include "engine/streams/record_page.h"

namespace partita::engine {

std::optional<Identity> identity_of(ChangedBy by, const std::string& writer) {
  if (by == ChangedBy::TimeToLive) return time_to_live_identity();
  if (writer.empty()) return std::nullopt;
  const auto has = [&](std::string_view part) {
    return writer.starts_with("arn:") && writer.find(part) != writer.npos;
  };
  const char* type = has(":user/")             ? "IAMUser"
                     : has(":assumed-role/")   ? "AssumedRole"
                     : has(":federated-user/") ? "FederatedUser"
                     : has(":root")            ? "Root"
                                               : "AccessKey";
  return Identity{.principal_id = writer, .type = type};
}

}  // namespace partita::engine
