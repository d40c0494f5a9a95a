#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hearth/block_type.h"

namespace hearth {

/// A value of the metadata table. Integers of every width become int64 or uint64, floats become double.
/// Arrays hold one element type; nested arrays are refused by the reader.
class GgufValue {
public:
    using Integers =
        std::vector<int64_t>;  ///< elements of signed, unsigned and bool arrays (u64 above 2^63 is refused)
    using Floats = std::vector<float>;
    using Strings = std::vector<std::string>;
    using Storage = std::variant<int64_t, uint64_t, double, bool, std::string, Integers, Floats, Strings>;

    GgufValue() = default;
    explicit GgufValue(Storage value) : m_value(std::move(value)) {}
    const Storage& storage() const noexcept { return m_value; }
    bool isArray() const noexcept { return m_value.index() >= 5; }

private:
    Storage m_value;
};

/// One row of the tensor table.
struct GgufTensor {
    std::string name;
    BlockType type;
    std::vector<uint64_t>
        shape;        ///< fastest axis first, as in the file: {columns, rows, experts}; 1 to 4 entries
    uint64_t offset;  ///< bytes from the start of the file
    uint64_t sizeBytes;
    uint32_t file = 0;  ///< which file of a split model holds it
    uint64_t elements() const noexcept;
};

/// A GGUF file (version 2 or 3, little endian), its tables checked and held in memory, its tensor data read
/// on demand. Sizes are checked against the file before anything is allocated. Data is read with pread, never
/// mapped, so a file that shrinks under us is an Error and not a signal. Immutable after open; safe to read
/// from several threads.
class GgufFile {
public:
    /// Opens and checks the file, and its sister files when it is the first of a split model.
    /// Throws Error(BadFile | Unsupported | Io) with one sentence.
    static GgufFile open(const std::filesystem::path& path);
    /// The vision encoder of a model: an mmproj file, or that part of a folder as if it were one.
    static GgufFile openVision(const std::filesystem::path& path);
    /// The same from memory (tests, fuzzing); the bytes are copied.
    static GgufFile parse(std::span<const std::byte> image);

    GgufFile(GgufFile&&) noexcept;
    GgufFile& operator=(GgufFile&&) noexcept;
    ~GgufFile();

    /// Error(Io) for a folder without the file of its vocabulary, for which nobody can write a text.
    void requireVocabulary() const;

    const std::filesystem::path& path() const noexcept;
    uint32_t version() const noexcept;
    uint64_t sizeBytes() const noexcept;  ///< all files of a split model together

    /// Metadata in file order.
    const std::vector<std::pair<std::string, GgufValue>>& metadata() const noexcept;
    const GgufValue* find(std::string_view key) const noexcept;

    /// Typed look-ups. nullopt / nullptr when the key is absent; Error(BadFile) naming the key when the type
    /// is wrong or the number does not fit.
    std::optional<std::string> getString(std::string_view key) const;
    std::optional<uint64_t> getUint(std::string_view key) const;
    std::optional<int64_t> getInt(std::string_view key) const;
    std::optional<double> getFloat(std::string_view key) const;
    std::optional<bool> getBool(std::string_view key) const;
    const GgufValue::Strings* getStrings(std::string_view key) const;
    const GgufValue::Floats* getFloats(std::string_view key) const;
    const GgufValue::Integers* getIntegers(std::string_view key) const;

    const std::vector<GgufTensor>& tensors() const noexcept;
    const GgufTensor* findTensor(std::string_view name) const noexcept;

    /// Reads out.size() bytes from byteOffset within the tensor's data. Error(Io) on a short read,
    /// Error(BadInput) out of range.
    void read(const GgufTensor& tensor, uint64_t byteOffset, std::span<std::byte> out) const;

private:
    struct Impl;
    explicit GgufFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace hearth
