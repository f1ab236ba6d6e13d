// Chooses the reader of a format.
#include "transfer/formats/csv.h"
#include "transfer/formats/ion.h"
#include "transfer/formats/json_lines.h"
#include "transfer/formats/record_reader.h"

namespace partita::transfer {

std::unique_ptr<RecordReader> read_records(Format format, Source& source, ReadSettings settings) {
  switch (format) {
    case Format::Ion:
      return read_ion(source);
    case Format::Csv:
      return read_csv(source, std::move(settings));
    case Format::JsonLines:
      return read_plain_lines(source, std::move(settings.types));
    case Format::DynamoDbJson:
      break;
  }
  return read_typed_lines(source);
}

}  // namespace partita::transfer
