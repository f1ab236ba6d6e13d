#include "movement/tables/time_to_live.h"

#include "base/try.h"

namespace partita::movement {

Result<std::string> expiry_attribute(Database& database, const std::string& table) {
  PARTITA_TRY_VALUE(found, database.describe_time_to_live({.table_name = table}));
  const TimeToLiveDescription& facts = found.time_to_live_description;
  const bool is_on = facts.time_to_live_status && (*facts.time_to_live_status == TimeToLiveStatus::Enabled ||
                                                   *facts.time_to_live_status == TimeToLiveStatus::Enabling);
  return is_on ? facts.attribute_name.value_or("") : std::string();
}

}  // namespace partita::movement
