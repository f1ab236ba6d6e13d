// The two layers in which the service checks the requests of items, and the one that each operation runs. The newer
// layer words several faults in another way. Which layer an operation runs differs from region to region, and Partita
// follows most regions of October 2026. Source: the conformance suite that docs/compatibility.md names.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <cstdint>
#include <utility>

namespace partita::ops {

enum class Layer : std::uint8_t {
  Older,      // the texts of the service's first ten years
  Current,    // other texts for numbers, for duplicates in sets, and for values of expressions
  Enveloped,  // the texts of Current and a few others, all behind "1 validation error detected: "
};

template <class Request>
inline constexpr Layer kLayer = Layer::Older;
template <>
inline constexpr Layer kLayer<GetItemRequest> = Layer::Current;
template <>
inline constexpr Layer kLayer<BatchGetItemRequest> = Layer::Current;
template <>
inline constexpr Layer kLayer<QueryRequest> = Layer::Current;
template <>
inline constexpr Layer kLayer<ScanRequest> = Layer::Current;
template <>
inline constexpr Layer kLayer<PutItemRequest> = Layer::Enveloped;
template <>
inline constexpr Layer kLayer<UpdateItemRequest> = Layer::Enveloped;
template <>
inline constexpr Layer kLayer<DeleteItemRequest> = Layer::Enveloped;

// `error` as `layer` words it: a ValidationException of Enveloped gets the words in front, unless it has them already.
// Faults of an item's size have no words in front in any layer.
Error in_layer(Layer layer, Error error);

template <class T>
Result<T> in_layer(Layer layer, Result<T> result) {
  if (!result) return unexpected(in_layer(layer, std::move(result.error())));
  return result;
}

}  // namespace partita::ops
