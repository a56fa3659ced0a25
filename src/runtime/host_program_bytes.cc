// SPDX-License-Identifier: Apache-2.0
// Host programs as bytes: a magic, a version, then the tables in the order of HostProgram's members. Each
// record has one function, Fields, which both directions run.
#include "runtime/host_program.h"
#include "runtime/payload.h"

namespace tirx::runtime {

namespace {

constexpr uint32_t kMagic = 0x42485854;  // "TXHB"
// Raised whenever a record or the set of operations changes. Version 1 has no names for generated C, version
// 2 does not know which tensors are only read, version 3 returns unsigned integers as signed ones.
constexpr uint32_t kVersion = 4, kOldestVersion = 1;

// Writes what it is given.
struct Saver {
  ByteWriter writer;
  uint32_t version = kVersion;

  void operator()(const uint8_t& value) { writer.U8(value); }
  void operator()(const bool& value) { writer.U8(value); }
  void operator()(const uint16_t& value) { writer.U16(value); }
  void operator()(const uint32_t& value) { writer.U32(value); }
  void operator()(const int32_t& value) { writer.U32(uint32_t(value)); }
  void operator()(const int64_t& value) { writer.U64(uint64_t(value)); }
  void operator()(const std::string& value) { writer.String(value); }
  void operator()(const KernelInfo& value) { SaveKernelInfo(value, &writer); }
  template <class T>
  void Enum(const T& value) {
    writer.U16(uint16_t(value));
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    writer.U64(values.size());
    for (const T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(const T& record) {
    Fields(*this, const_cast<T&>(record));
  }
};

// Reads into what it is given.
struct Loader {
  ByteReader reader;
  uint32_t version = kVersion;

  void operator()(uint8_t& value) { value = reader.U8("byte"); }
  void operator()(bool& value) { value = reader.U8("flag") != 0; }
  void operator()(uint16_t& value) { value = reader.U16("number"); }
  void operator()(uint32_t& value) { value = reader.U32("number"); }
  void operator()(int32_t& value) { value = int32_t(reader.U32("number")); }
  void operator()(int64_t& value) { value = int64_t(reader.U64("number")); }
  void operator()(std::string& value) { value = reader.String("text"); }
  void operator()(KernelInfo& value) { value = LoadKernelInfo(&reader); }
  template <class T>
  void Enum(T& value) {
    value = T(reader.U16("kind"));
  }
  template <class T>
  void operator()(std::vector<T>& values) {
    size_t count = reader.Count("table", 2);  // no record is smaller than 2 bytes
    for (size_t i = 0; i < count && reader.ok(); ++i) (*this)(values.emplace_back());
  }
  template <class T>
  void operator()(T& record) {
    Fields(*this, record);
  }
};

template <class F>
void Fields(F& f, HostInstruction& r) {
  f.Enum(r.op), f(r.a), f(r.b), f(r.c);
}
template <class F>
void Fields(F& f, DType& r) {
  f(r.code), f(r.bits), f(r.lanes);
}
template <class F>
void Fields(F& f, HostParam& r) {
  f(r.index), f(r.name), f(r.expected), f(r.dtype), f(r.ndim);
}
template <class F>
void Fields(F& f, HostExpectation& r) {
  f.Enum(r.kind), f(r.value), f(r.text);
}
template <class F>
void Fields(F& f, HostTensorCheck& r) {
  f(r.param), f(r.shape), f(r.strides), f(r.byte_offset), f(r.offset_factor);
  f(r.on_device), f(r.device_id), f(r.alignment);
}
template <class F>
void Fields(F& f, HostValue& r) {
  f.Enum(r.kind), f(r.reg), f(r.text);
}
template <class F>
void Fields(F& f, HostAssertion& r) {
  f(r.error_kind), f(r.message);
}
template <class F>
void Fields(F& f, HostCall& r) {
  f(r.function), f(r.args), f(r.result);
}
template <class F>
void Fields(F& f, HostGlobalCall& r) {
  f(r.name), f(r.args), f(r.result), f.Enum(r.result_kind);
}
template <class F>
void Fields(F& f, HostLaunch& r) {
  f(r.kernel), f(r.args), f(r.launch_values);
}
template <class F>
void Fields(F& f, HostValueName& r) {
  f(r.at), f(r.name);
}
template <class F>
void Fields(F& f, HostFunction& r) {
  f(r.name), f(r.signature), f(r.exported), f(r.num_params), f(r.num_registers), f(r.frame_bytes), f(r.code);
  if (f.version >= 2) f(r.param_names), f(r.names);
}
template <class F>
void Fields(F& f, HostProgram& r) {
  f(r.device_type), f(r.functions), f(r.kernels), f(r.constants), f(r.params), f(r.tensor_checks);
  f(r.assertions), f(r.calls), f(r.global_calls), f(r.launches);
  if (f.version >= 3) f(r.only_read);
}

}  // namespace

std::string SaveHostProgram(const HostProgram& program) {
  Saver saver;
  saver(kMagic);
  saver(kVersion);
  saver(program);
  return saver.writer.Take();
}

RuntimeStatus LoadHostProgram(std::string_view bytes, HostProgram* program) {
  Loader loader{ByteReader(bytes, "host program")};
  uint32_t magic = 0, version = 0;
  loader(magic);
  loader(version);
  loader.version = version;
  if (loader.reader.ok() && magic != kMagic)
    loader.reader.Fail("it does not begin with the magic of a host program");
  if (loader.reader.ok() && (version < kOldestVersion || version > kVersion))
    loader.reader.Fail("its version is " + std::to_string(version) + ", this runtime reads " +
                       std::to_string(kOldestVersion) + " to " + std::to_string(kVersion));
  HostProgram loaded;
  loader(loaded);
  loader.reader.ExpectEnd();
  if (!loader.reader.ok()) return RuntimeStatus::Error(kInternalError, loader.reader.error());
  RuntimeStatus status = ValidateHostProgram(loaded);
  if (status.ok()) *program = std::move(loaded);
  return status;
}

}  // namespace tirx::runtime
