#include "client/credentials/process.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>

namespace partita::client {

CredentialsResult credentials_of_process(const std::string& command) {
  const std::string origin = "The credential_process " + command;
  std::FILE* const pipe = ::popen(command.c_str(), "re");
  if (pipe == nullptr) return no_credentials(origin + " cannot be started");
  std::string output;
  std::array<char, 4096> chunk;
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), pipe)) output.append(chunk.data(), got);
  const int status = ::pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return no_credentials(origin + " failed" +
                          (WIFEXITED(status) ? " with exit status " + std::to_string(WEXITSTATUS(status)) : ""));
  return read_credentials(output, origin);
}

}  // namespace partita::client
