// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/listing.h"

#include <gtest/gtest.h>

#include <string>

namespace tirx::cuda {
namespace {

// A row as "text @ 3 8", functions marked by a star.
std::string Text(const std::vector<backend::ListedLine>& listing) {
  std::string text;
  for (const backend::ListedLine& row : listing) {
    text += (row.starts_function ? "* " : "") + row.text + " @";
    for (int line : row.source_lines) text += " " + std::to_string(line);
    text += "\n";
  }
  return text;
}

// Both as the tools of CUDA 13.0 print them.
TEST(Listing, OfPtx) {
  const char* ptx = R"(.version 9.0
.target sm_90a
.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .f32 	%f<3>;
	.loc	1 4 0

	ld.param.u64 	%rd1, [k_param_0];
	.loc	2 40 3
	mov.u32 	%r3, %ctaid.x;
	.loc	1 8 5
	.loc	1 2 3, function_name $L__info_string0, inlined_at 1 8 5
	fma.rn.f32 	%f2, %f1, 0f40000000, 0f3F800000;
	.loc	2 9 3, function_name $L__info_string0, inlined_at 1 6 5
	@%p1 bra 	$L__BB0_2;
	.loc	1 11 3
	// begin inline asm
	{ cvt.f32.bf16 %f4, %rs3;}

	{.reg .b16 low,high;
	mov.b32 {low,high}, %r4;
	}
	// end inline asm

$L__BB0_2:
	.loc	1 10 1
	ret;

}
.func  (.param .b32 r) f(
	.param .b32 a
)
{
	{ // callseq 0, 0
	.param .b32 param0;
	call.uni g;
	} // callseq 0
	ret;
}
	.file	1 "/tmp/tirx-x/k.cu"
	.file	2 "/usr/include/cuda_fp16.hpp"
	.section	.debug_str
	{
$L__info_string0:
.b8 95,90,0
	}
)";
  EXPECT_EQ(Text(ListPtx(ptx, "k.cu")),
            "* .entry k @\n"
            "ld.param.u64 %rd1, [k_param_0]; @ 4\n"
            "mov.u32 %r3, %ctaid.x; @\n"
            "fma.rn.f32 %f2, %f1, 0f40000000, 0f3F800000; @ 2 8\n"
            "@%p1 bra $L__BB0_2; @ 6\n"
            "cvt.f32.bf16 %f4, %rs3; @ 11\n"
            "mov.b32 {low,high}, %r4; @ 11\n"
            "$L__BB0_2: @\n"
            "ret; @ 10\n"
            "* .func f @\n"
            "call.uni g; @\n"
            "ret; @\n");
}

TEST(Listing, OfSass) {
  const char* sass = R"(	.target	sm_90a
//--------------------- .text.k                   --------------------------
	.section	.text.k,"ax",@progbits
	.align	128
        .global         k
k:
.text.k:
	//## File "/tmp/tirx-x/k.cu", line 4
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/tmp/tirx-x/k.cu", line 2 inlined at "/tmp/tirx-x/k.cu", line 8
	//## File "/tmp/tirx-x/k.cu", line 8
        /*00d0*/                   FFMA R5, R0, R5, 1 ;
	//## File "/usr/include/cuda_fp16.hpp", line 77
        /*00e0*/              @!P0 EXIT ;
.L_x_0:
        /*00f0*/                   BRA `(.L_x_0);
        /*0100*/                   NOP;
        /*0110*/                   NOP;
.L_x_1:
	.section	.debug_frame,"",@progbits
	/*0000*/ 	.byte	0xff
)";
  EXPECT_EQ(Text(ListSass(sass, "k.cu")),
            "* k @\n"
            "/*0000*/ LDC R1, c[0x0][0x28] ; @ 4\n"
            "/*00d0*/ FFMA R5, R0, R5, 1 ; @ 2 8 8\n"
            "/*00e0*/ @!P0 EXIT ; @\n"
            ".L_x_0: @\n"
            "/*00f0*/ BRA `(.L_x_0); @\n");
}

TEST(Listing, OfAnythingElse) {
  for (const char* text : {"", "\n\n", ".loc", ".file", ".file 1", "{\n}\n", ".entry ", "//## File \"",
                           "\t.section\t.text.k\n//## File \"k.cu\", line"}) {
    EXPECT_LE(ListPtx(text, "k.cu").size(), 1u) << text;
    EXPECT_LE(ListSass(text, "k.cu").size(), 1u) << text;
  }
}

}  // namespace
}  // namespace tirx::cuda
