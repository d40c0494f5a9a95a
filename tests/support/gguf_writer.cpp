#include "support/gguf_writer.h"

#include <cstring>
#include <fstream>
#include <stdexcept>
#include <type_traits>

namespace hearth::test {
namespace {

enum ValueTypeId : uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, String, Array, U64, I64, F64 };

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
    const size_t start = to.size();
    to.resize(start + bytes.size());
    if (!bytes.empty()) std::memcpy(to.data() + start, bytes.data(), bytes.size());
}

template <typename Number>
requires std::is_arithmetic_v<Number>
void append(std::vector<std::byte>& to, Number number) {
    append(to, std::as_bytes(std::span<const Number>(&number, 1)));
}

void appendText(std::vector<std::byte>& to, std::string_view text) {
    append(to, uint64_t{text.size()});
    append(to, std::as_bytes(std::span(text)));
}

void pad(std::vector<std::byte>& bytes, uint32_t alignment) {
    while (bytes.size() % alignment != 0) bytes.push_back(std::byte{0});
}

}  // namespace

ByteList& ByteList::addBytes(std::span<const std::byte> bytes) {
    append(m_bytes, bytes);
    return *this;
}

ByteList& ByteList::addText(std::string_view text) {
    appendText(m_bytes, text);
    return *this;
}

template <typename Value>
GgufWriter& GgufWriter::scalar(std::string_view key, uint32_t typeId, Value value) {
    return rawValue(key, typeId, ByteList().add(value));
}

GgufWriter& GgufWriter::u8(std::string_view key, uint8_t value) {
    return scalar(key, U8, value);
}
GgufWriter& GgufWriter::i8(std::string_view key, int8_t value) {
    return scalar(key, I8, value);
}
GgufWriter& GgufWriter::u16(std::string_view key, uint16_t value) {
    return scalar(key, U16, value);
}
GgufWriter& GgufWriter::i16(std::string_view key, int16_t value) {
    return scalar(key, I16, value);
}
GgufWriter& GgufWriter::u32(std::string_view key, uint32_t value) {
    return scalar(key, U32, value);
}
GgufWriter& GgufWriter::i32(std::string_view key, int32_t value) {
    return scalar(key, I32, value);
}
GgufWriter& GgufWriter::u64(std::string_view key, uint64_t value) {
    return scalar(key, U64, value);
}
GgufWriter& GgufWriter::i64(std::string_view key, int64_t value) {
    return scalar(key, I64, value);
}
GgufWriter& GgufWriter::f32(std::string_view key, float value) {
    return scalar(key, F32, value);
}
GgufWriter& GgufWriter::f64(std::string_view key, double value) {
    return scalar(key, F64, value);
}
GgufWriter& GgufWriter::boolean(std::string_view key, bool value) {
    return scalar(key, Bool, static_cast<uint8_t>(value ? 1 : 0));
}

GgufWriter& GgufWriter::text(std::string_view key, std::string_view value) {
    return rawValue(key, String, ByteList().addText(value));
}

GgufWriter& GgufWriter::texts(std::string_view key, std::span<const std::string> values) {
    ByteList bytes;
    bytes.add(uint32_t{String}).add(uint64_t{values.size()});
    for (const auto& value : values) bytes.addText(value);
    return rawValue(key, Array, bytes);
}

GgufWriter& GgufWriter::floats(std::string_view key, std::span<const float> values) {
    ByteList bytes;
    bytes.add(uint32_t{F32}).add(uint64_t{values.size()});
    for (const float value : values) bytes.add(value);
    return rawValue(key, Array, bytes);
}

GgufWriter& GgufWriter::integers(std::string_view key, std::span<const int32_t> values) {
    ByteList bytes;
    bytes.add(uint32_t{I32}).add(uint64_t{values.size()});
    for (const int32_t value : values) bytes.add(value);
    return rawValue(key, Array, bytes);
}

GgufWriter& GgufWriter::rawValue(std::string_view key, uint32_t typeId, std::span<const std::byte> value) {
    appendText(m_metadata, key);
    append(m_metadata, typeId);
    append(m_metadata, value);
    ++m_keys;
    return *this;
}

GgufWriter& GgufWriter::tensor(std::string_view name, BlockType type, std::vector<uint64_t> shape,
                               std::span<const std::byte> data) {
    pad(m_data, m_alignment);
    rawTensor(name, std::vector<int64_t>(shape.begin(), shape.end()), static_cast<uint32_t>(type),
              m_data.size());
    append(m_data, data);
    return *this;
}

GgufWriter& GgufWriter::tensorF32(std::string_view name, std::vector<uint64_t> shape,
                                  std::span<const float> values) {
    return tensor(name, BlockType::F32, std::move(shape), std::as_bytes(values));
}

GgufWriter& GgufWriter::rawTensor(std::string_view name, std::vector<int64_t> shape, uint32_t typeId,
                                  uint64_t offset) {
    appendText(m_table, name);
    append(m_table, static_cast<uint32_t>(shape.size()));
    for (const int64_t extent : shape) append(m_table, extent);
    append(m_table, typeId);
    append(m_table, offset);
    ++m_tensors;
    return *this;
}

GgufWriter& GgufWriter::claimKeys(uint64_t count) {
    m_extraKeys = count - m_keys;
    return *this;
}

GgufWriter& GgufWriter::claimTensors(uint64_t count) {
    m_extraTensors = count - m_tensors;
    return *this;
}

GgufWriter& GgufWriter::alignTo(uint32_t alignment) {
    m_alignment = alignment;
    return *this;
}

GgufWriter& GgufWriter::padData(size_t bytes) {
    m_data.resize(m_data.size() + bytes);
    return *this;
}

std::vector<std::byte> GgufWriter::image() const {
    std::vector<std::byte> result;
    append(result, std::as_bytes(std::span(std::string_view("GGUF"))));
    append(result, m_version);
    append(result, m_tensors + m_extraTensors);
    append(result, m_keys + m_extraKeys);
    append(result, m_metadata);
    append(result, m_table);
    if (!m_data.empty()) pad(result, m_alignment);
    append(result, m_data);
    return result;
}

void GgufWriter::save(const std::filesystem::path& path) const {
    const auto bytes = image();
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace hearth::test
