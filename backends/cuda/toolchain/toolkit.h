// SPDX-License-Identifier: Apache-2.0
// Finds installed CUDA toolkits: full installs and the `nvidia-*` Python wheels, which have the same inner
// layout.
#pragma once

#include <string>
#include <vector>

#include "diag/result.h"

namespace tirx::cuda {

struct Version {
  int major = 0, minor = 0;
  bool AtLeast(int want_major, int want_minor) const {
    return major > want_major || (major == want_major && minor >= want_minor);
  }
  std::string Text() const { return std::to_string(major) + "." + std::to_string(minor); }
};

struct Toolkit {
  std::string root;
  std::string found_by;  // "CUDA_HOME", "nvcc on PATH", "wheels in /venv/lib/python3.11/site-packages", ...
  Version version;       // of its headers or libraries; 0.0 when neither tells
  std::string nvrtc;     // path of libnvrtc, or empty
  std::string nvrtc_builtins;  // path of libnvrtc-builtins beside it, or empty
  std::string nvcc;            // path of nvcc, or empty
  std::vector<std::string>
      include_dirs;  // those that exist: <root>/include, targets/<arch>/include, each with cccl
};

struct ToolkitSearch {
  std::string root;  // when given, the only place looked at
  std::vector<std::string>
      site_dirs;  // Python site-packages folders to look for wheels in, before the found ones
};

// Every toolkit, best first: `search.root`; else CUDA_HOME, CUDA_PATH, nvcc on PATH, wheels, /usr/local/cuda.
// Wheels are looked for in search.site_dirs, TIRX_PYTHON_SITE (colon-separated), VIRTUAL_ENV, and from the
// folder of the tirx library upwards (that folder's own site-packages, or a `.venv`). TIRX_CUDA_TOOLKIT
// overrides the order: `none` finds nothing, `wheels` only wheels, a path only that root.
std::vector<Toolkit> FindToolkits(const ToolkitSearch& search = {});

enum class ToolkitPart { kNvrtc, kNvcc };
// The first toolkit that has `part`. The failure lists what was looked at.
Result<Toolkit> FindToolkitWith(ToolkitPart part, const ToolkitSearch& search = {});

// Python's site-packages folders, as far as they can be known.
std::vector<std::string> SiteFolders(const ToolkitSearch& search);

// Executables called `name` that stand in the toolkits' `bin` folders, then on PATH.
std::vector<std::string> FindExecutables(const std::string& name, const ToolkitSearch& search = {});

}  // namespace tirx::cuda
