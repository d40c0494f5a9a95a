#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "format/byte_source.h"
#include "hearth/block_type.h"
#include "hearth/gguf.h"
#include "hearth/quantize_model.h"

namespace hearth::format {

/// A key of the metadata table and its bytes as they stand in the file: key, value type and value.
struct RawPair {
    std::string key;
    std::vector<std::byte> bytes;
};

/// The metadata table of a GGUF file without any loss of types, in file order. The file has been opened as a
/// GgufFile before, so its tables are sound; Error(BadFile) all the same when they are not.
std::vector<RawPair> readRawMetadata(const ByteSource& source);
/// A pair that holds a 32-bit number.
RawPair rawNumber(std::string key, uint32_t value);

/// Any value, in the types that other programs expect: 32-bit numbers where they fit, truth values for window
/// patterns.
RawPair rawPair(std::string key, const GgufValue& value);

/// A row of the tensor table that is to be written.
struct OutputTensor {
    std::string name;
    BlockType type = BlockType::F32;
    std::vector<uint64_t> shape;  ///< fastest axis first
    uint64_t sizeBytes() const noexcept;
};

/// The name of the file until it is complete.
std::filesystem::path partPathOf(std::filesystem::path path);

/// Writes a GGUF file (version 3) from front to back: tables first, then the data of each tensor in the order
/// of the table. The file appears under its name only when it is complete, where it replaces an ordinary file
/// if `existing` allows that and never anything else; a destructor without finish() leaves nothing behind.
/// Errors are errors::cannotBeWritten, outputExists and outputNotAFile.
class GgufOutput {
public:
    GgufOutput(std::filesystem::path path, std::span<const RawPair> metadata,
               std::span<const OutputTensor> tensors, uint32_t alignment,
               Existing existing = Existing::Replace);
    ~GgufOutput();
    GgufOutput(const GgufOutput&) = delete;
    GgufOutput& operator=(const GgufOutput&) = delete;

    /// Pads to where the next tensor's data begins.
    void beginTensor();
    void write(std::span<const std::byte> bytes);
    /// The last padding, and the name.
    void finish();

private:
    void openPart();
    void pad();
    [[noreturn]] void fail(int problem) const;

    std::filesystem::path m_path, m_partPath;
    std::ofstream m_out;
    uint64_t m_written = 0;
    uint32_t m_alignment;
    Existing m_existing;
    bool m_finished = false;
};

}  // namespace hearth::format
