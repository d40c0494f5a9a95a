#include "format/tensor_export.h"
#include "format/format_errors.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "hearth/error.h"

namespace hearth::format {
namespace {

/// Elements converted at a time; a multiple of every block.
constexpr uint64_t chunkElements = uint64_t{1} << 18;

[[noreturn]] void refuseOutput(const std::filesystem::path& path) {
    throw Error(errors::cannotBeWritten, {path.string(), std::generic_category().message(errno)});
}

void writeValues(const GgufFile& file, const GgufTensor& tensor, std::ostream& out) {
    const auto& info = blockTypeInfo(tensor.type);
    std::vector<std::byte> blocks;
    std::vector<float> values;
    for (uint64_t done = 0; done < tensor.elements();) {
        const uint64_t count = std::min(chunkElements, tensor.elements() - done);
        blocks.resize(static_cast<size_t>(count / info.blockElements * info.blockBytes));
        values.resize(static_cast<size_t>(count));
        file.read(tensor, done / info.blockElements * info.blockBytes, blocks);
        dequantizeRow(tensor.type, blocks, values);
        out.write(reinterpret_cast<const char*>(values.data()),
                  static_cast<std::streamsize>(values.size() * sizeof(float)));
        if (!out) return;
        done += count;
    }
}

}  // namespace

void exportTensor(const GgufFile& file, const GgufTensor& tensor, const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::equivalent(path, file.path(), ignored))
        throw Error(ErrorCode::BadInput,
                    "The values would overwrite the model itself; choose another file for them.");
    std::ofstream output(path, std::ios::binary | std::ios::trunc);
    if (!output) refuseOutput(path);
    try {
        writeValues(file, tensor, output);
        output.close();
        if (!output) refuseOutput(path);
    } catch (const Error&) {
        output.close();
        if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
        throw;
    }
}

}  // namespace hearth::format
