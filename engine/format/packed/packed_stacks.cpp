#include "format/packed/packed_stacks.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "format/packed/packed_parts.h"
#include "hearth/block_type.h"

namespace hearth::format {

namespace {

constexpr uint64_t stackBlockColumns = 32, packedBytes = 16, blockBytes = packedBytes + 1;

/// Neighbours share a byte in the folder; in a block of ours a column shares it with the one 16 further.
void packBlock(const std::array<std::byte, packedBytes>& from, std::byte scale, std::span<std::byte> to) {
    const auto code = [&](size_t column) {
        const std::byte both = from[column / 2];
        return column % 2 == 0 ? both & std::byte{15} : both >> 4;
    };
    to[0] = scale;
    for (size_t i = 0; i < packedBytes; ++i) to[1 + i] = code(i) | code(i + packedBytes) << 4;
}

struct Stack {
    BytesReader codes, scales;
    uint64_t codesAt = 0, scalesAt = 0;

    void read(uint64_t offset, std::span<std::byte> out) const {
        if (out.empty()) return;
        const uint64_t first = offset / blockBytes, end = (offset + out.size() - 1) / blockBytes + 1;
        std::vector<std::byte> code((end - first) * packedBytes), scale(end - first),
            blocks((end - first) * blockBytes);
        codes(codesAt + first * packedBytes, code);
        scales(scalesAt + first, scale);
        for (uint64_t i = 0; i < end - first; ++i) {
            std::array<std::byte, packedBytes> one{};
            std::copy_n(code.begin() + static_cast<ptrdiff_t>(i * packedBytes), packedBytes, one.begin());
            packBlock(one, scale[i], std::span(blocks).subspan(i * blockBytes, blockBytes));
        }
        std::copy_n(blocks.begin() + static_cast<ptrdiff_t>(offset % blockBytes), out.size(), out.begin());
    }
};

}  // namespace

void unpackStacks(std::vector<SafeTensor>& tensors, std::vector<BytesReader>& readers) {
    std::map<std::string, PackedParts> stacks;
    std::vector<SafeTensor> others;
    for (SafeTensor& tensor : tensors) {
        const size_t mark = tensor.name.rfind('_');
        const std::string kind = mark == std::string::npos ? "" : tensor.name.substr(mark + 1);
        if (kind == "blocks" || kind == "scales")
            stacks[tensor.name.substr(0, mark)].emplace(kind, std::move(tensor));
        else
            others.push_back(std::move(tensor));
    }
    tensors = std::move(others);
    for (const auto& [name, parts] : stacks) {
        const SafeTensor &codes = partOf(parts, "blocks", name), &scales = partOf(parts, "scales", name);
        const bool fits =
            codes.type == "U8" && scales.type == "U8" && codes.shape.size() == 4 &&
            codes.shape[3] == packedBytes &&
            std::equal(codes.shape.begin(), codes.shape.end() - 1, scales.shape.begin(), scales.shape.end());
        if (!fits) refuseWeights(name, "are no blocks of 32 with a scale each");
        tensors.push_back({.name = name,
                           .type = std::string(blockTypeInfo(BlockType::MXFP4).name),
                           .shape = {codes.shape[0], codes.shape[1], codes.shape[2] * stackBlockColumns},
                           .sizeBytes = scales.elements() * blockBytes,
                           .file = static_cast<uint32_t>(readers.size())});
        const Stack stack{readers[codes.file], readers[scales.file], codes.offset, scales.offset};
        readers.push_back([stack](uint64_t offset, std::span<std::byte> out) { stack.read(offset, out); });
    }
}

}  // namespace hearth::format
