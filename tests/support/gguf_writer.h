#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hearth/block_type.h"

namespace hearth::test {

/// Builds the image of a small GGUF file. Keys and tensors appear in the order of the calls, tensor data is
/// laid out with the file's alignment. Nothing is checked, and the counts and raw bytes can be bent, so
/// malformed files are built the same way as good ones.
class GgufWriter {
public:
    explicit GgufWriter(uint32_t version = 3) : m_version(version) {}

    GgufWriter& u8(std::string_view key, uint8_t value);
    GgufWriter& i8(std::string_view key, int8_t value);
    GgufWriter& u16(std::string_view key, uint16_t value);
    GgufWriter& i16(std::string_view key, int16_t value);
    GgufWriter& u32(std::string_view key, uint32_t value);
    GgufWriter& i32(std::string_view key, int32_t value);
    GgufWriter& u64(std::string_view key, uint64_t value);
    GgufWriter& i64(std::string_view key, int64_t value);
    GgufWriter& f32(std::string_view key, float value);
    GgufWriter& f64(std::string_view key, double value);
    GgufWriter& boolean(std::string_view key, bool value);
    GgufWriter& text(std::string_view key, std::string_view value);
    GgufWriter& texts(std::string_view key, std::span<const std::string> values);
    GgufWriter& floats(std::string_view key, std::span<const float> values);
    GgufWriter& integers(std::string_view key, std::span<const int32_t> values);
    /// Any bytes after the key and a value type id.
    GgufWriter& rawValue(std::string_view key, uint32_t typeId, std::span<const std::byte> value);

    /// A tensor with its data; the shape is fastest axis first, as in the file.
    GgufWriter& tensor(std::string_view name, BlockType type, std::vector<uint64_t> shape,
                       std::span<const std::byte> data);
    GgufWriter& tensorF32(std::string_view name, std::vector<uint64_t> shape, std::span<const float> values);
    /// A row of the tensor table as given, without data of its own.
    GgufWriter& rawTensor(std::string_view name, std::vector<int64_t> shape, uint32_t typeId,
                          uint64_t offset);

    /// Writes a false count into the header.
    GgufWriter& claimKeys(uint64_t count);
    GgufWriter& claimTensors(uint64_t count);
    /// The alignment used for layout (the key general.alignment is written separately).
    GgufWriter& alignTo(uint32_t alignment);
    /// Bytes appended to the tensor data.
    GgufWriter& padData(size_t bytes);

    std::vector<std::byte> image() const;
    /// Writes image() to a file.
    void save(const std::filesystem::path& path) const;

private:
    template <typename Value>
    GgufWriter& scalar(std::string_view key, uint32_t typeId, Value value);

    uint32_t m_version;
    uint32_t m_alignment = 32;
    uint64_t m_keys = 0;
    uint64_t m_tensors = 0;
    uint64_t m_extraKeys = 0;  ///< added (with wrap) to the true count
    uint64_t m_extraTensors = 0;
    std::vector<std::byte> m_metadata;
    std::vector<std::byte> m_table;
    std::vector<std::byte> m_data;
};

/// Bytes of numbers one after the other, for rawValue.
class ByteList {
public:
    template <typename Number>
    requires std::is_arithmetic_v<Number> ByteList& add(Number number) {
        return addBytes(std::as_bytes(std::span<const Number>(&number, 1)));
    }
    ByteList& addBytes(std::span<const std::byte> bytes);
    ByteList& addText(std::string_view text);  ///< u64 length and the bytes
    operator std::span<const std::byte>() const { return m_bytes; }
    const std::vector<std::byte>& bytes() const { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

}  // namespace hearth::test
