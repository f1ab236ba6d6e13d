// The parts of ObjectFiles.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/transfer_files.h"
#include "transfer/places/place.h"

namespace partita::objects {

// They own the place.
Result<std::unique_ptr<engine::ExportFiles>> write_export(std::unique_ptr<transfer::Place> place,
                                                          const engine::ExportOrder& order);
std::unique_ptr<engine::InputFiles> read_input(std::unique_ptr<transfer::Place> place, engine::InputOrder order);

// A line of JSON for each record.
std::string report_lines(const std::vector<engine::ReportedRecord>& records);

}  // namespace partita::objects
