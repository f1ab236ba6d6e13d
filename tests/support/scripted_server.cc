#include "support/scripted_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace partita::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;

namespace {

constexpr std::chrono::seconds kHang{30};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string bytes_of(const ScriptedAnswer& answer) {
  std::string bytes = "HTTP/1.1 " + std::to_string(answer.status) +
                      " Said\r\nContent-Length: " + std::to_string(answer.body.size()) + "\r\n";
  for (const auto& [name, value] : answer.headers) bytes += name + ": " + value + "\r\n";
  return bytes + "\r\n" + answer.body;
}

}  // namespace

ScriptedAnswer ScriptedAnswer::error(int status, const std::string& type, const std::string& message) {
  return {.status = status,
          .body = R"({"__type":"com.amazonaws.dynamodb.v20120810#)" + type + R"(","message":")" + message + "\"}"};
}

// All code runs on the object's one thread, and a mutex guards the data that other threads use.
class ScriptedServer::State {
 public:
  State(std::vector<ScriptedAnswer> script, const Identity* identity)
      : script_(script.begin(), script.end()), acceptor_(context_, {asio::ip::make_address("127.0.0.1"), 0}) {
    if (identity) {
      tls_.emplace(asio::ssl::context::tls_server);
      tls_->use_certificate_chain(asio::buffer(identity->certificate));
      tls_->use_private_key(asio::buffer(identity->key), asio::ssl::context::pem);
    }
    accept();
    thread_ = std::thread([this] { context_.run(); });
  }
  ~State() {
    context_.stop();
    thread_.join();
    held_.clear();
  }

  std::string url() const {
    return (tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(acceptor_.local_endpoint().port());
  }
  std::vector<SeenRequest> seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }
  void add(ScriptedAnswer answer) {
    const std::lock_guard lock(mutex_);
    script_.push_back(std::move(answer));
  }
  bool wait_for(std::size_t count) const {
    std::unique_lock lock(mutex_);
    return arrived_.wait_for(lock, kHang, [&] { return seen_.size() >= count; });
  }
  void release() {
    asio::post(context_, [this] {
      released_ = true;
      for (const auto& answer : held_) answer();
      held_.clear();
    });
  }

 private:
  template <class Stream>
  class Session;

  void accept();
  ScriptedAnswer take(SeenRequest request) {
    const std::lock_guard lock(mutex_);
    seen_.push_back(std::move(request));
    arrived_.notify_all();
    if (script_.empty()) return ScriptedAnswer::error(500, "InternalServerError", "the script has ended");
    ScriptedAnswer answer = std::move(script_.front());
    script_.pop_front();
    return answer;
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable arrived_;
  std::deque<ScriptedAnswer> script_;  // guarded by mutex_
  std::vector<SeenRequest> seen_;      // guarded by mutex_

  std::vector<std::function<void()>> held_;
  bool released_ = false;
  std::size_t connections_ = 0;
  std::optional<asio::ssl::context> tls_;
  asio::io_context context_{1};
  tcp::acceptor acceptor_;
  std::thread thread_;
};

template <class Stream>
class ScriptedServer::State::Session : public std::enable_shared_from_this<Session<Stream>> {
 public:
  template <class... Tls>
  Session(State& state, std::size_t number, tcp::socket socket, Tls&... tls)
      : state_(state), number_(number), stream_(std::move(socket), tls...) {}

  void begin() {
    if constexpr (std::is_same_v<Stream, beast::tcp_stream>) {
      read();
    } else {
      stream_.async_handshake(asio::ssl::stream_base::server,
                              [self = this->shared_from_this()](beast::error_code error) {
                                if (!error) self->read();
                              });
    }
  }

 private:
  void read() {
    parser_.emplace();
    parser_->body_limit(64 << 20);
    http::async_read(stream_, buffer_, *parser_,
                     [self = this->shared_from_this()](beast::error_code error, std::size_t) {
                       if (!error) self->answer();
                     });
  }
  void answer() {
    const auto& message = parser_->get();
    SeenRequest request{
        std::string(message.method_string()), std::string(message.target()), {}, message.body(), number_};
    for (const auto& field : message) request.headers[lower(field.name_string())] = std::string(field.value());
    const ScriptedAnswer answer = state_.take(std::move(request));
    if (answer.kind == ScriptedAnswer::Kind::Break) return close();
    bytes_ = bytes_of(answer);
    const bool close_after = answer.kind == ScriptedAnswer::Kind::BreakOff;
    if (close_after) bytes_.resize(bytes_.size() - answer.body.size() / 2 - 1);
    if (answer.kind == ScriptedAnswer::Kind::Hold && !state_.released_)
      state_.held_.push_back([self = this->shared_from_this()] { self->write(false); });
    else
      write(close_after);
  }
  void write(bool close_after) {
    asio::async_write(stream_, asio::buffer(bytes_),
                      [self = this->shared_from_this(), close_after](beast::error_code error, std::size_t) {
                        if (close_after) return self->close();
                        if (!error) self->read();
                      });
  }
  void close() { beast::get_lowest_layer(stream_).close(); }

  State& state_;
  const std::size_t number_;
  Stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string bytes_;
};

void ScriptedServer::State::accept() {
  acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
    if (error) return;
    const std::size_t number = connections_++;
    if (tls_)
      std::make_shared<Session<beast::ssl_stream<beast::tcp_stream>>>(*this, number, std::move(socket), *tls_)->begin();
    else
      std::make_shared<Session<beast::tcp_stream>>(*this, number, std::move(socket))->begin();
    accept();
  });
}

ScriptedServer::ScriptedServer(std::vector<ScriptedAnswer> script)
    : state_(std::make_shared<State>(std::move(script), nullptr)) {}
ScriptedServer::ScriptedServer(std::vector<ScriptedAnswer> script, const Identity& identity)
    : state_(std::make_shared<State>(std::move(script), &identity)) {}
ScriptedServer::~ScriptedServer() = default;

std::string ScriptedServer::url() const { return state_->url(); }
std::vector<SeenRequest> ScriptedServer::seen() const { return state_->seen(); }
void ScriptedServer::add(ScriptedAnswer answer) { state_->add(std::move(answer)); }
bool ScriptedServer::wait_for(std::size_t count) const { return state_->wait_for(count); }
void ScriptedServer::release() { state_->release(); }

}  // namespace partita::test
