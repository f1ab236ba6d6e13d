// The names of Java types. The service's texts use them for the type that it expected.
#pragma once

#include "protocol/faults.h"
#include "protocol/fields.h"

namespace partita::protocol {

template <class T>
struct JavaType {
  static std::string text() { return std::string(kClassPrefix) + std::string(kClassName<T>); }
};
template <>
struct JavaType<std::string> {
  static std::string text() { return "java.lang.String"; }
};
template <>
struct JavaType<AttributeValue> {
  static std::string text() { return std::string(kClassPrefix) + "AttributeValue"; }
};
template <class T>
struct JavaType<std::vector<T>> {
  static std::string text() { return "java.util.List<" + JavaType<T>::text() + ">"; }
};
template <class T>
struct JavaType<NamedList<T>> {
  static std::string text() { return "java.util.Map<java.lang.String, " + JavaType<T>::text() + ">"; }
};
template <class T>
struct JavaType<std::map<std::string, T>> : JavaType<NamedList<T>> {};
template <>
struct JavaType<AttributeMap> : JavaType<NamedList<AttributeValue>> {};
template <>
struct JavaType<Item> : JavaType<AttributeMap> {};

template <class T>
std::string java_type() {
  return JavaType<T>::text();
}

}  // namespace partita::protocol
