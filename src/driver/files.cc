// SPDX-License-Identifier: Apache-2.0
#include "driver/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace tirx::driver {
namespace {

Failure FileProblem(DK kind, const std::string& path) {
  return Fail(kind, Span(), {path, std::strerror(errno)});
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(size_t(written));
  }
  return true;
}

// Devices, pipes and sockets take bytes; a file must not take their place.
bool TakesBytes(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

Status WriteInto(const std::string& path, std::string_view bytes) {
  Descriptor file{open(path.c_str(), O_WRONLY | O_CLOEXEC)};
  if (file.fd < 0 || !WriteAll(file.fd, bytes)) return FileProblem(DK::CannotWrite, path);
  return Ok{};
}

// What a symbolic link leads to is what is replaced, not the link.
std::string BehindLinks(const std::string& path) {
  std::unique_ptr<char, decltype(&std::free)> target(realpath(path.c_str(), nullptr), std::free);
  return target ? std::string(target.get()) : path;
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) return FileProblem(DK::CannotRead, path);
  std::string bytes;
  char buffer[1 << 16];
  for (;;) {
    ssize_t n = read(file.fd, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return FileProblem(DK::CannotRead, path);
    if (n == 0) return bytes;
    bytes.append(buffer, size_t(n));
  }
}

Status WriteFile(const std::string& path, std::string_view bytes) {
  if (TakesBytes(path)) return WriteInto(path, bytes);
  const std::string target = BehindLinks(path);
  std::string temporary = target + ".XXXXXX";
  Descriptor file{mkstemp(temporary.data())};
  if (file.fd < 0) return FileProblem(DK::CannotWrite, path);
  mode_t mask = umask(0);
  umask(mask);
  bool fine = WriteAll(file.fd, bytes) && fchmod(file.fd, 0666 & ~mask) == 0 &&
              rename(temporary.c_str(), target.c_str()) == 0;
  if (fine) return Ok{};
  Failure failure = FileProblem(DK::CannotWrite, path);
  unlink(temporary.c_str());
  return failure;
}

Status CheckCanWrite(const std::string& path) {
  const std::string target = BehindLinks(path);
  const size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  if (access(TakesBytes(path) ? path.c_str() : folder.c_str(), W_OK) != 0)
    return FileProblem(DK::CannotWrite, path);
  return Ok{};
}

}  // namespace tirx::driver
