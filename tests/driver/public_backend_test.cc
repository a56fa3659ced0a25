// SPDX-License-Identifier: Apache-2.0
// Loading backends through include/tirx.
#include <gtest/gtest.h>

#include "tirx/tirx.h"

namespace tirx {
namespace {

std::string KindOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.diagnostics().at(0).kind;
  }
  return "";
}

TEST(PublicBackend, LoadsByName) {
  EXPECT_TRUE(IsBackendLoaded("opencl"));
  LoadBackend("opencl");
  EXPECT_FALSE(IsBackendLoaded("nonesuch"));
  EXPECT_EQ(KindOf([] { LoadBackend("nonesuch"); }), "UnknownBackend");
}

TEST(PublicBackend, WhatIsNoLibraryIsRefused) {
  EXPECT_EQ(KindOf([] { LoadBackendLibrary("/nonesuch/libtirx_backend_x.so"); }), "BadBackendLibrary");
}

}  // namespace
}  // namespace tirx
