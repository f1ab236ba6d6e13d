#include "modelling/design/program/helper_process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace partita::modelling::design {
namespace {

bool send_bytes(int socket, const void* bytes, std::size_t size) {
  const auto* next = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = send(socket, next, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_bytes(int socket, void* bytes, std::size_t size) {
  auto* next = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t received = recv(socket, next, size, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    next += received;
    size -= static_cast<std::size_t>(received);
  }
  return true;
}

bool send_message(int socket, std::string_view message) {
  const std::uint64_t size = message.size();
  return send_bytes(socket, &size, sizeof size) && send_bytes(socket, message.data(), message.size());
}

std::optional<std::string> receive_message(int socket) {
  std::uint64_t size = 0;
  if (!receive_bytes(socket, &size, sizeof size)) return std::nullopt;
  std::string out(size, '\0');
  if (!receive_bytes(socket, out.data(), out.size())) return std::nullopt;
  return out;
}

// The process of the work, until the other end of the socket is closed. Files of the first process stay open, and locks
// of it stay held, as long as any process has them.
[[noreturn]] void serve(int socket, HelperProcess::Work work) {
  constexpr int kSocket = 3;
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, standard);
  if (socket != kSocket) dup2(socket, kSocket);
  close_range(kSocket + 1, ~0U, 0);
  const rlimit no_dump{.rlim_cur = 0, .rlim_max = 0};
  setrlimit(RLIMIT_CORE, &no_dump);
  std::signal(SIGABRT, SIG_DFL);
  while (const auto request = receive_message(kSocket))
    if (!send_message(kSocket, work(*request))) break;
  _exit(0);
}

}  // namespace

bool HelperProcess::begin() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  process_ = fork();
  if (process_ == 0) serve(ends[1], work_);
  close(ends[1]);
  socket_ = ends[0];
  if (process_ < 0) end();
  return process_ >= 0;
}

void HelperProcess::end() {
  if (socket_ >= 0) close(socket_);
  if (process_ >= 0) {
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  socket_ = -1;
  process_ = -1;
}

std::optional<std::string> HelperProcess::ask(std::string_view request) {
  if (process_ < 0 && !begin()) return std::nullopt;
  if (send_message(socket_, request))
    if (auto answer = receive_message(socket_)) return answer;
  end();
  return std::nullopt;
}

}  // namespace partita::modelling::design
