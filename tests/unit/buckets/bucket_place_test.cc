// A bucket as a place: the requests that a store sees, and its answers. Exports and imports through moto's S3 are in
// tests/sdk.
#include "buckets/bucket_place.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "auth/sha256.h"
#include "base/base64.h"
#include "buckets/object_streams.h"
#include "support/scripted_server.h"
#include "transfer/bytes/md5.h"

namespace partita {
namespace bucket_place_test {

using test::ScriptedAnswer;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string error_body(const std::string& code, const std::string& message) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>" + code + "</Code><Message>" + message +
         "</Message></Error>";
}

class S3Place : public ::testing::Test {
 protected:
  std::unique_ptr<transfer::Place> open(std::map<std::string, std::string> variables = {},
                                        std::chrono::milliseconds patience = {}) {
    client::ClientDependencies dependencies;
    dependencies.environment = [variables](const char* name) -> std::optional<std::string> {
      const auto found = variables.find(name);
      if (found == variables.end()) return std::nullopt;
      return found->second;
    };
    dependencies.clock = std::make_shared<base::ManualClock>(1'369'353'600'000);
    dependencies.jitter = [] { return 0.0; };
    auto place =
        buckets::open_bucket("bucket", {.endpoint = server_.url(), .patience = patience}, std::move(dependencies));
    EXPECT_TRUE(place) << place.error().message;
    return place ? std::move(*place) : nullptr;
  }
  std::vector<test::SeenRequest> seen() const { return server_.seen(); }

  test::ScriptedServer server_;
};

TEST_F(S3Place, ASmallObjectIsOneSignedPut) {
  server_.add({.body = "", .headers = {{"ETag", "\"abc\""}}});
  const auto etag = transfer::put_text(*open({{"AWS_ACCESS_KEY_ID", "AKID"}, {"AWS_SECRET_ACCESS_KEY", "secret"}}),
                                       "a folder/é+#.json", "hello");
  ASSERT_TRUE(etag) << etag.error().message;
  EXPECT_EQ(*etag, "abc");
  ASSERT_EQ(seen().size(), 1u);
  const test::SeenRequest put = seen()[0];
  EXPECT_EQ(put.method, "PUT");
  EXPECT_EQ(put.target, "/bucket/a%20folder/%C3%A9%2B%23.json");
  EXPECT_EQ(put.body, "hello");
  EXPECT_EQ(put.headers.at("x-amz-content-sha256"), auth::view(auth::hex(auth::sha256("hello"))));
  EXPECT_EQ(put.headers.at("content-md5"), base::to_base64(transfer::md5("hello")));
  EXPECT_THAT(put.headers.at("authorization"),
              StartsWith("AWS4-HMAC-SHA256 Credential=AKID/20130524/us-east-1/s3/aws4_request, "
                         "SignedHeaders=content-md5;host;x-amz-content-sha256;x-amz-date, Signature="));
}

TEST_F(S3Place, ALargeObjectIsUploadedInParts) {
  server_.add({.body = "<R><UploadId>up&amp;1</UploadId></R>"});
  server_.add({.body = "", .headers = {{"ETag", "\"one\""}}});
  server_.add({.status = 503, .body = error_body("SlowDown", "reduce your rate")});
  server_.add({.body = "", .headers = {{"ETag", "\"two\""}}});
  server_.add(
      {.body = "<CompleteMultipartUploadResult><ETag>&quot;all-2&quot;</ETag></CompleteMultipartUploadResult>"});
  const auto place = open();
  auto sink = place->put("big");
  ASSERT_TRUE(sink);
  ASSERT_TRUE((*sink)->write(std::string(buckets::UploadSink::kPartBytes + 5, 'x')));
  ASSERT_TRUE((*sink)->finish());
  EXPECT_EQ((*sink)->etag(), "all-2");
  const auto requests = seen();
  ASSERT_EQ(requests.size(), 5u);
  EXPECT_EQ(requests[0].target, "/bucket/big?uploads=");
  EXPECT_EQ(requests[1].target, "/bucket/big?partNumber=1&uploadId=up%261");
  EXPECT_EQ(requests[1].body.size(), buckets::UploadSink::kPartBytes);
  EXPECT_EQ(requests[3].target, "/bucket/big?partNumber=2&uploadId=up%261");
  EXPECT_EQ(requests[3].body, "xxxxx");
  EXPECT_THAT(requests[4].body, HasSubstr("<Part><PartNumber>1</PartNumber><ETag>&quot;one&quot;</ETag></Part>"
                                          "<Part><PartNumber>2</PartNumber><ETag>&quot;two&quot;</ETag></Part>"));
}

TEST_F(S3Place, AnUploadThatIsNotFinishedIsAborted) {
  server_.add({.body = "<R><UploadId>7</UploadId></R>"});
  server_.add({.body = "", .headers = {{"ETag", "\"one\""}}});
  server_.add({.status = 204, .body = ""});
  const auto place = open();
  {
    auto sink = place->put("big");
    ASSERT_TRUE(sink);
    ASSERT_TRUE((*sink)->write(std::string(buckets::UploadSink::kPartBytes, 'x')));
  }
  ASSERT_EQ(seen().size(), 3u);
  EXPECT_EQ(seen()[2].method, "DELETE");
  EXPECT_EQ(seen()[2].target, "/bucket/big?uploadId=7");
}

TEST_F(S3Place, AFailureAfterTheBeginningOfTheAnswerIsRepeated) {
  server_.add({.body = error_body("InternalError", "try again")});
  server_.add({.body = "", .headers = {{"ETag", "\"e\""}}});
  EXPECT_EQ(transfer::put_text(*open(), "a", "x").value(), "e");
}

TEST_F(S3Place, AnObjectIsReadInRangesOfOneETag) {
  server_.add({.status = 206, .body = "hello ", .headers = {{"ETag", "\"e\""}, {"Content-Range", "bytes 0-5/11"}}});
  server_.add({.kind = ScriptedAnswer::Kind::BreakOff, .status = 206, .body = "world"});
  server_.add({.status = 206, .body = "world", .headers = {{"ETag", "\"e\""}, {"Content-Range", "bytes 6-10/11"}}});
  EXPECT_EQ(transfer::get_text(*open(), "a", 100).value(), "hello world");
  const auto requests = seen();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(requests[0].headers.at("range"), "bytes=0-8388607");
  EXPECT_EQ(requests[2].headers.at("range"), "bytes=6-8388613");
  EXPECT_EQ(requests[2].headers.at("if-match"), "\"e\"");
}

TEST_F(S3Place, AnObjectThatIsReplacedMeanwhileIsRefused) {
  server_.add({.status = 206, .body = "hello ", .headers = {{"ETag", "\"e\""}, {"Content-Range", "bytes 0-5/11"}}});
  server_.add({.status = 412, .body = error_body("PreconditionFailed", "At least one of the pre-conditions failed")});
  const auto text = transfer::get_text(*open(), "a", 100);
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, StartsWith("s3://bucket/a: PreconditionFailed: "));
}

TEST_F(S3Place, AnEmptyObjectHasNoRange) {
  server_.add({.status = 416, .body = error_body("InvalidRange", "not satisfiable")});
  EXPECT_EQ(transfer::get_text(*open(), "a", 100).value(), "");
}

TEST_F(S3Place, ListsPageAfterPage) {
  server_.add({.body = "<ListBucketResult xmlns=\"x\"><EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>"
                       "<Contents><Key>p/a+b%2Bc</Key><Size>5</Size></Contents><NextContinuationToken>to=ken</"
                       "NextContinuationToken></ListBucketResult>"});
  server_.add({.body = "<ListBucketResult><IsTruncated>false</IsTruncated>"
                       "<Contents><Key>p/z+%41&#x27;</Key><Size>6</Size></Contents></ListBucketResult>"});
  std::vector<std::string> objects;
  const auto listed = open()->list("p/", [&](const transfer::ObjectFacts& object) -> Result<void> {
    objects.push_back(object.key + " " + std::to_string(object.size_bytes));
    return {};
  });
  ASSERT_TRUE(listed) << listed.error().message;
  EXPECT_THAT(objects, ElementsAre("p/a b+c 5", "p/z+%41' 6"));
  EXPECT_EQ(seen()[1].target, "/bucket?encoding-type=url&list-type=2&prefix=p%2F&continuation-token=to%3Dken");
}

TEST_F(S3Place, ErrorsNameTheObjectAndItsCause) {
  server_.add({.status = 404, .body = error_body("NoSuchKey", "The specified key does not exist.")});
  const auto missing = open()->get("a");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::ResourceNotFoundException);
  EXPECT_EQ(missing.error().message,
            "s3://bucket/a: NoSuchKey: The specified key does not exist.; the store is " + server_.url() + "/");

  server_.add({.status = 403, .body = error_body("AccessDenied", "Access Denied")});
  EXPECT_EQ(open()->get("a").error().code, ErrorCode::AccessDeniedException);

  server_.add({.status = 301,
               .body = error_body("PermanentRedirect", "use another endpoint"),
               .headers = {{"x-amz-bucket-region", "eu-west-1"}}});
  EXPECT_THAT(open()->get("a").error().message, HasSubstr("; the bucket is in the region eu-west-1"));
}

TEST_F(S3Place, RepeatsUpToSixTimes) {
  for (int i = 0; i < 6; ++i) server_.add({.status = 500, .body = "no xml"});
  const auto failed = open()->get("a");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "s3://bucket/a: the store answered with the status 500");
  EXPECT_EQ(seen().size(), 6u);
}

TEST_F(S3Place, RepeatsAsLongAsItsPatienceLasts) {
  for (int i = 0; i < 9; ++i) server_.add(i % 2 == 0 ? ScriptedAnswer::breaks() : ScriptedAnswer{.status = 503});
  server_.add({.body = "", .headers = {{"ETag", "\"e\""}}});
  EXPECT_EQ(transfer::put_text(*open({}, std::chrono::minutes(5)), "a", "x").value(), "e");
  EXPECT_EQ(seen().size(), 10u);
}

TEST_F(S3Place, ARequestUnderWayIsAbandonedWhenTheWorkEnds) {
  server_.add({.kind = ScriptedAnswer::Kind::Hold});
  std::atomic<bool> ends{false};
  const auto place = open({}, std::chrono::minutes(5));
  place->end_if([&ends] { return ends.load(); });
  std::thread other([&] {
    EXPECT_TRUE(server_.wait_for(1));
    ends = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto got = transfer::get_text(*place, "a", 100);
  other.join();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::ServiceUnavailable);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(seen().size(), 1u);
  server_.release();
}

TEST_F(S3Place, AnUploadIsAbortedAlsoIfTheWorkHasEnded) {
  server_.add({.body = "<R><UploadId>7</UploadId></R>"});
  server_.add({.body = "", .headers = {{"ETag", "\"one\""}}});
  server_.add({.status = 204, .body = ""});
  std::atomic<bool> ends{false};
  const auto place = open();
  place->end_if([&ends] { return ends.load(); });
  {
    auto sink = place->put("big");
    ASSERT_TRUE(sink);
    ASSERT_TRUE((*sink)->write(std::string(buckets::UploadSink::kPartBytes, 'x')));
    ends = true;
    EXPECT_FALSE((*sink)->finish());
  }
  ASSERT_EQ(seen().size(), 3u);
  EXPECT_EQ(seen()[2].method, "DELETE");
}

TEST_F(S3Place, ListsFoldersWithoutTheirObjects) {
  server_.add(
      {.body =
           "<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>true</IsTruncated><NextContinuationToken>t</"
           "NextContinuationToken>"
           "<CommonPrefixes><Prefix>a%2F0001%2F</Prefix></CommonPrefixes>"
           "<Contents><Key>a%2Fx</Key><Size>1</Size></Contents></ListBucketResult>"});
  server_.add({.body = "<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>"
                       "<CommonPrefixes><Prefix>a%2F00+2%2F</Prefix></CommonPrefixes></ListBucketResult>"});
  std::vector<std::string> names;
  ASSERT_TRUE(open()->list_folders("a/", [&](const std::string& name) -> Result<void> {
    names.push_back(name);
    return {};
  }));
  EXPECT_THAT(names, ElementsAre("0001", "00 2"));
  ASSERT_EQ(seen().size(), 2u);
  EXPECT_THAT(seen()[0].target, HasSubstr("delimiter=%2F"));
  EXPECT_THAT(seen()[1].target, HasSubstr("delimiter=%2F"));
  EXPECT_THAT(seen()[1].target, HasSubstr("continuation-token=t"));
}

// An import of such a list would end without the objects that it lacks.
TEST_F(S3Place, WhatIsNotAWholeListIsAnError) {
  const std::string begin =
      "<?xml version=\"1.0\"?>\n<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
  const std::string object = "<Contents><Key>a</Key><Size>1</Size></Contents>", end = "</ListBucketResult>";
  for (const std::string& body :
       {std::string(), std::string("<html>Please sign in</html>"), begin + object, begin + object + "<Contents><Key>b",
        begin + object + "<IsTruncated>true</IsTruncated>" + end,
        begin + object + "<IsTruncated>true</IsTruncated><NextContinuationToken></NextContinuationToken>" + end}) {
    server_.add({.body = body});
    const auto listed = open()->list("", [](const transfer::ObjectFacts&) -> Result<void> { return {}; });
    ASSERT_FALSE(listed) << body;
    EXPECT_EQ(listed.error().code, ErrorCode::InternalServerError) << body;
  }
  server_.add({.body = begin + object + end + "\n"});
  EXPECT_TRUE(open()->list("", [](const transfer::ObjectFacts&) -> Result<void> { return {}; }));
}

TEST_F(S3Place, APutWithoutAnETagIsAnError) {
  const auto place = open();
  server_.add({.body = "<html>Please sign in</html>"});
  EXPECT_THAT(transfer::put_text(*place, "a", "hello").error().message, HasSubstr("s3://bucket/a: the store did not"));
  server_.add({.body = "<R><UploadId>7</UploadId></R>"});
  server_.add({.body = ""});
  server_.add({.status = 204, .body = ""});
  {
    auto sink = place->put("big");
    ASSERT_TRUE(sink);
    EXPECT_FALSE((*sink)->write(std::string(buckets::UploadSink::kPartBytes, 'x')));
  }
  server_.add({.body = "<R><UploadId>7</UploadId></R>"});
  server_.add({.body = "", .headers = {{"ETag", "\"one\""}}});
  server_.add({.body = "<html></html>"});
  server_.add({.status = 204, .body = ""});
  auto sink = place->put("big");
  ASSERT_TRUE(sink);
  EXPECT_TRUE((*sink)->write(std::string(buckets::UploadSink::kPartBytes, 'x')));
  EXPECT_FALSE((*sink)->finish());
}

TEST_F(S3Place, ARangeWithoutTheSizeOfTheObjectIsAnError) {
  server_.add({.status = 206, .body = "half", .headers = {{"ETag", "\"e\""}}});
  EXPECT_THAT(open()->get("a").error().message, HasSubstr("did not say the object's size"));
}

TEST_F(S3Place, TheSizeOfAnObjectIsThatOfItsRange) {
  server_.add({.status = 206, .body = "h", .headers = {{"Content-Range", "bytes 0-0/1234"}}});
  server_.add({.body = "the whole object"});
  server_.add({.status = 416, .body = error_body("InvalidRange", "empty")});
  server_.add({.status = 404, .body = error_body("NoSuchKey", "gone")});
  const auto place = open();
  EXPECT_EQ(place->size_of("a").value(), 1234u);
  EXPECT_EQ(place->size_of("a").value(), 16u);
  EXPECT_EQ(place->size_of("a").value(), 0u);
  EXPECT_EQ(place->size_of("a").error().code, ErrorCode::ResourceNotFoundException);
  EXPECT_EQ(seen()[0].headers.at("range"), "bytes=0-0");
}

TEST_F(S3Place, CredentialsThatExpiredAreRenewedOnce) {
  server_.add({.status = 403, .body = error_body("ExpiredToken", "old")});
  server_.add({.body = "", .headers = {{"ETag", "\"e\""}}});
  EXPECT_TRUE(transfer::put_text(*open({{"AWS_ACCESS_KEY_ID", "A"}, {"AWS_SECRET_ACCESS_KEY", "s"}}), "a", "x"));
  server_.add({.status = 403, .body = error_body("ExpiredToken", "old")});
  server_.add({.status = 403, .body = error_body("ExpiredToken", "old")});
  const auto put = transfer::put_text(*open({{"AWS_ACCESS_KEY_ID", "A"}, {"AWS_SECRET_ACCESS_KEY", "s"}}), "a", "x");
  EXPECT_EQ(put.error().code, ErrorCode::AccessDeniedException);
  EXPECT_EQ(seen().size(), 4u);
}

TEST_F(S3Place, RemovesAnObjectThatMayBeMissing) {
  server_.add({.status = 204, .body = ""});
  server_.add({.status = 404, .body = error_body("NoSuchKey", "gone")});
  const auto place = open();
  EXPECT_TRUE(place->remove("a"));
  EXPECT_TRUE(place->remove("a"));
}

TEST_F(S3Place, NamesAndRegionsAreCheckedBeforeTheFirstRequest) {
  client::ClientDependencies nowhere;
  nowhere.environment = [](const char*) { return std::nullopt; };
  EXPECT_THAT(buckets::open_bucket("bucket", {}, nowhere).error().message,
              HasSubstr("region of the bucket is not known"));
  EXPECT_TRUE(buckets::open_bucket("bucket", {.region = "eu-west-1"}, nowhere));
  for (const char* name : {"", "ab", "a/b", "a?b"})
    EXPECT_FALSE(buckets::open_bucket(name, {.endpoint = server_.url()}, nowhere));
  EXPECT_FALSE(open()->get(""));
  EXPECT_FALSE(open()->put(std::string(1025, 'x')));
  EXPECT_THAT(seen(), IsEmpty());
}

}  // namespace bucket_place_test
}  // namespace partita
