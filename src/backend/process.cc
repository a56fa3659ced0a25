// SPDX-License-Identifier: Apache-2.0
#include "backend/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "backend/stop_watch.h"

namespace tirx::backend {
namespace {

// One output of the child: it writes to `write_end`, we collect from `read_end`.
struct Pipe {
  int read_end = -1, write_end = -1;
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  void Close(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  ~Pipe() {
    Close(read_end);
    Close(write_end);
  }
};

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& s : strings) pointers.push_back(const_cast<char*>(s.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Starts the program in a process group of its own, so that a time-out also ends what it started itself.
int Spawn(const ProcessRequest& request, const Pipe& out, const Pipe& err, pid_t* pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  // The host application may block or ignore signals; the tools expect the defaults.
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGCHLD);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> argv = Pointers(request.argv), environment = Pointers(request.environment);
  int error = posix_spawn(pid, argv[0], &actions, &attributes, argv.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Appends what is there; closes the end when the writers are gone.
void Drain(Pipe& pipe, std::string& text) {
  char buffer[65536];
  ssize_t count = read(pipe.read_end, buffer, sizeof buffer);
  if (count > 0) {
    text.append(buffer, size_t(count));
  } else if (count == 0 || errno != EINTR) {
    pipe.Close(pipe.read_end);
  }
}

// Reads both outputs side by side: a child that fills one pipe while we wait on the other would never end.
bool Collect(Pipe& out, Pipe& err, ProcessResult& result, StopWatch& watch) {
  while (out.read_end >= 0 || err.read_end >= 0) {
    pollfd ends[2] = {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}};
    poll(ends, 2, watch.MillisecondsToWait());
    if (watch.MustStop()) return false;
    if (ends[0].revents) Drain(out, result.standard_output);
    if (ends[1].revents) Drain(err, result.standard_error);
  }
  return true;
}

enum class Wait { kEnded, kStopped, kLost };

// It has closed its outputs, so this is short. The status is lost when our host process ignores SIGCHLD.
Wait WaitFor(pid_t pid, int* status, StopWatch& watch) {
  while (true) {
    pid_t done = waitpid(pid, status, WNOHANG);
    if (done == pid) return Wait::kEnded;
    if (done < 0 && errno != EINTR) return Wait::kLost;
    if (watch.MustStop()) return Wait::kStopped;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

}  // namespace

Result<ProcessResult> RunProcess(const ProcessRequest& request) {
  TIRX_CHECK(!request.argv.empty(), "a process needs a program");
  Pipe out, err;
  if (!out.Open() || !err.Open()) return Fail(DK::ToolCannotRun, Span(), {request.argv[0], strerror(errno)});
  pid_t pid = 0;
  if (int error = Spawn(request, out, err, &pid)) {
    return Fail(DK::ToolCannotRun, Span(), {request.argv[0], strerror(error)});
  }
  out.Close(out.write_end);
  err.Close(err.write_end);
  StopWatch watch(request.seconds_limit);
  ProcessResult result;
  int status = 0;
  Wait wait = Collect(out, err, result, watch) ? WaitFor(pid, &status, watch) : Wait::kStopped;
  if (wait == Wait::kLost) {
    return Fail(DK::ToolCannotRun, Span(), {request.argv[0], "its exit status is lost; is SIGCHLD ignored?"});
  }
  if (wait == Wait::kStopped) {
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return watch.Why(request.argv[0]);
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::vector<std::string> CleanEnvironment(const std::string& temporary_directory) {
  std::vector<std::string> environment;
  // PATH: nvcc looks there for the host compiler. LD_LIBRARY_PATH: that compiler may need it.
  for (const char* name : {"PATH", "HOME", "LD_LIBRARY_PATH"}) {
    if (const char* value = getenv(name)) environment.push_back(std::string(name) + "=" + value);
  }
  environment.push_back("LC_ALL=C");
  environment.push_back("TMPDIR=" + temporary_directory);
  return environment;
}

}  // namespace tirx::backend
