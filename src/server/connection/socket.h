// The Asio types of the server. Their executor type is fixed at compile time.
#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>

namespace partita::server {

using IoContext = boost::asio::io_context;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, IoContext::executor_type>;

// A connection beyond the limit is Refused. It gets an error and is closed.
enum class Admission : std::uint8_t { Served, Refused };

}  // namespace partita::server
