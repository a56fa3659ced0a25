// SPDX-License-Identifier: Apache-2.0
// Circles end with their owner; what is in none ends as soon as nothing holds it.
#include "script/owner.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace tirx::script {
namespace {

struct Member final : Owned {
  Member(Owner* owner, int* living) : Owned(owner), living(living) { ++*living; }
  ~Member() override { --*living; }
  void Release() override { auto held = std::move(links); }

  std::vector<std::shared_ptr<Member>> links;
  int* living;
};

TEST(OwnerTest, EndsCircles) {
  int living = 0;
  {
    Owner owner;
    auto a = std::make_shared<Member>(&owner, &living), b = std::make_shared<Member>(&owner, &living);
    a->links = {b, a};
    b->links = {a};
    a.reset();
    b.reset();
    EXPECT_EQ(living, 2);
  }
  EXPECT_EQ(living, 0);
}

TEST(OwnerTest, DoesNotKeepWhatIsUnused) {
  int living = 0;
  Owner owner;
  for (int i = 0; i < 3; ++i) std::make_shared<Member>(&owner, &living);
  EXPECT_EQ(living, 0);
}

TEST(OwnerTest, MembersMayOutliveIt) {
  int living = 0;
  std::shared_ptr<Member> kept;
  {
    Owner owner;
    kept = std::make_shared<Member>(&owner, &living);
    kept->links = {std::make_shared<Member>(&owner, &living)};
  }
  EXPECT_EQ(living, 1);
  EXPECT_TRUE(kept->links.empty());
}

}  // namespace
}  // namespace tirx::script
