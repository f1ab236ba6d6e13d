#include <vector>

#include "lib/fatal.h"
#include "load/workloads/key_choice.h"
#include "load/workloads/make_workload.h"
#include "load/workloads/requests.h"

namespace partita::bench {
namespace {

std::string called(Caller& caller, std::string_view operation, const std::string& body, std::string_view member) {
  const auto answer = caller.call(operation, body);
  std::string text(text_member(answer.body, member));
  if (answer.status != 200 || text.empty())
    fatal(fmt::format("{} has no {}: {}", operation, member, answer.body.substr(0, 300)));
  return text;
}

// An iterator at the oldest record of the stream, which must have one shard.
std::string oldest(const Settings& settings, const Table& table) {
  Caller caller(settings.endpoint);
  const std::string stream =
      called(caller, "DescribeTable", fmt::format(R"({{"TableName":"{}"}})", table.name), "LatestStreamArn");
  const std::string shard = called(caller, "DescribeStream", fmt::format(R"({{"StreamArn":"{}"}})", stream), "ShardId");
  return called(caller, "GetShardIterator",
                fmt::format(R"({{"StreamArn":"{}","ShardId":"{}","ShardIteratorType":"TRIM_HORIZON"}})", stream, shard),
                "ShardIterator");
}

// Each pass over the stream must have the bytes of all items.
class GetRecords : public Workload {
 public:
  GetRecords(const Settings& settings, const Table& table)
      : requests_(table, settings.endpoint.host),
        least_bytes_(table.layout.items * item_json_bytes(table)),
        first_iterator_(oldest(settings, table)),
        readers_(settings.connections, Reader{first_iterator_}) {}

  std::optional<Request> next(unsigned connection) override {
    bytes_ = requests_.get_records(readers_[connection].iterator);
    return Request{bytes_, {.contains = R"("Records":[)"}};
  }

  std::uint64_t answered(unsigned connection, std::string_view body) override {
    Reader& reader = readers_[connection];
    const std::string_view next = text_member(body, "NextShardIterator");
    const bool is_end = next.empty() || body.size() < kLeastPageBytes;
    reader.iterator = is_end ? std::string_view(first_iterator_) : next;
    if (!is_end) {
      reader.bytes += body.size();
      return 1;
    }
    if (reader.bytes + body.size() < least_bytes_)
      fatal(fmt::format("a stream has {} bytes, expected {} or more", reader.bytes, least_bytes_));
    reader.bytes = 0;
    return 0;
  }

 private:
  // No record is shorter than that, so a shorter page has none.
  static constexpr std::size_t kLeastPageBytes = 600;
  struct Reader {
    std::string iterator;
    std::size_t bytes = 0;  // of the pages since the oldest record
  };

  Requests requests_;
  const std::size_t least_bytes_;
  const std::string first_iterator_;
  std::vector<Reader> readers_;
  std::string bytes_;
};

}  // namespace

MadeWorkload make_get_records(const Settings& settings, const Table& table) {
  return std::make_unique<GetRecords>(settings, table);
}

}  // namespace partita::bench
