// SPDX-License-Identifier: Apache-2.0
// Files are polled: editors replace them by renaming, network folders have no events, and a few `stat` calls
// ten times a second cost nothing.
#include "cli/watch.h"

#include <sys/stat.h>

#include <csignal>
#include <ctime>

namespace tirx::cli {
namespace {

constexpr long kPollMs = 100;
// A change is acted on when nothing has changed for so long: editors write in several steps.
constexpr long kQuietMs = 50;

volatile std::sig_atomic_t stop_requested = 0;

void RequestStop(int) {
  stop_requested = 1;
}

struct Stamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = -1;  // of a file that is not there
  time_t seconds = 0;
  long nanoseconds = 0;
  bool operator==(const Stamp&) const = default;
};

std::vector<Stamp> StampsOf(const std::vector<std::string>& files) {
  std::vector<Stamp> stamps;
  for (const std::string& file : files) {
    struct stat info {};
    if (stat(file.c_str(), &info) != 0) {
      stamps.emplace_back();
    } else {
      stamps.push_back({info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec});
    }
  }
  return stamps;
}

void Sleep(long milliseconds) {
  timespec duration{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  nanosleep(&duration, nullptr);  // a signal ends it early
}

// The state of the files after they have changed from `before` and come to rest; meaningless when stopped.
std::vector<Stamp> WaitForChange(const std::vector<std::string>& files, const std::vector<Stamp>& before) {
  std::vector<Stamp> now = before;
  while (!stop_requested && now == before) {
    Sleep(kPollMs);
    now = StampsOf(files);
  }
  while (!stop_requested) {
    Sleep(kQuietMs);
    std::vector<Stamp> later = StampsOf(files);
    if (later == now) break;
    now = later;
  }
  return now;
}

}  // namespace

void Watch(const std::vector<std::string>& files, const std::function<void()>& run) {
  struct sigaction stop {};
  stop.sa_handler = RequestStop;
  sigaction(SIGINT, &stop, nullptr);
  sigaction(SIGTERM, &stop, nullptr);
  // Stamps are taken before each run, so that a change during it is seen.
  std::vector<Stamp> stamps = StampsOf(files);
  while (!stop_requested) {
    run();
    stamps = WaitForChange(files, stamps);
  }
}

}  // namespace tirx::cli
