// The names in an export: its id, the names of its data files, and times.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::transfer {

// The folder of all exports below the prefix.
inline constexpr std::string_view kExportsFolder = "AWSDynamoDB/";

// An id such as 01621587695378-f705d932: the time in milliseconds, and 8 random hexadecimal digits.
std::string make_export_id(std::int64_t now_ms);
// The name of a data file without its endings: 26 random characters of a-z and 2-7.
std::string make_data_file_name();
// A time in milliseconds since the Unix epoch, such as 2020-11-04T07:28:34.028Z.
std::string time_text(std::int64_t ms);

}  // namespace partita::transfer
