// A bucket of Amazon S3, or of another store with its API, as a place.
//
// 1. Requests name the bucket in the path, so that any endpoint and any name of a bucket will do.
// 2. Each request is signed with the credentials of partita::connect, and is sent again after a 5xx, a 429, and after
//    no answer, up to 6 times in all, or as long as `patience` lasts.
// 3. An object of less than 8 MB is put with one request, and a larger one in parts of 8 MB, each with its MD5, which
//    the store compares. So an object has at most 78 GB. A stream needs up to 24 MB of memory.
// 4. An object is read in ranges of 8 MB. If it is replaced meanwhile, the next read is refused.
#pragma once

#include <partita/error.h>

#include <chrono>
#include <memory>
#include <string>

#include "client/dependencies.h"
#include "transfer/places/place.h"

namespace partita::buckets {

struct BucketOptions {
  // A URL such as http://127.0.0.1:9000. If empty, it is AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or else Amazon S3 in the
  // region.
  std::string endpoint = {};
  // The region of the bucket. If empty, it is found as partita::connect finds it, and is us-east-1 for an endpoint that
  // is not Amazon's if no region is found.
  std::string region = {};
  // How long a request is repeated at the least while the store does not answer or fails.
  std::chrono::milliseconds patience{};
};

// Sends no request. Errors: ValidationException if the name of the bucket or the endpoint is malformed or the region is
// not known; InternalServerError if libcurl is not installed. The errors of the place's functions are those of Place,
// and MissingAuthenticationTokenException without credentials.
Result<std::unique_ptr<transfer::Place>> open_bucket(const std::string& bucket, const BucketOptions& options,
                                                     client::ClientDependencies dependencies = {});

}  // namespace partita::buckets
