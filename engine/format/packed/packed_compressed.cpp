#include "format/packed/packed_compressed.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "format/packed/code_matrix.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

constexpr uint64_t largestSide = uint64_t{1} << 24U;

uint64_t wordsFor(uint64_t numbers, uint64_t bits) {
    return (numbers * bits + 31) / 32;
}

/// The settings of weights, one entry per group of targets.
std::vector<Json> weightSettings(const Json& quantization) {
    std::vector<Json> all;
    const auto groups = quantization.find("config_groups");
    if (groups == quantization.end() || !groups->is_object()) return all;
    for (const Json& group : *groups) {
        if (group.is_object() && group.contains("weights") && group["weights"].is_object())
            all.push_back(group["weights"]);
    }
    return all;
}

uint64_t settingOf(const Json& weights, const char* key) {
    const auto found = weights.find(key);
    return found != weights.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

/// The columns that the matrix has; words hold a whole number of them or a little more.
uint64_t statedColumns(const Packing& packing, const PackedParts& parts,
                       const std::vector<BytesReader>& readers) {
    const auto shape = parts.find("weight_shape");
    if (shape == parts.end()) return 0;
    if (shape->second.type != "I64" || shape->second.elements() != 2)
        refuseWeights(packing.name, "have a shape of another type");
    std::array<uint64_t, 2> sides{};
    readers[shape->second.file](shape->second.offset, std::as_writable_bytes(std::span(sides)));
    if (sides[0] != packing.matrix.rows || sides[1] == 0 || sides[1] > largestSide)
        refuseWeights(packing.name, "have no shape");
    return sides[1];
}

/// Bits and columns of a matrix in words. Checkpoints may mix widths: the one that fits the words counts.
void readShape(Packing& packing, const PackedParts& parts, const Json& quantization,
               const std::vector<BytesReader>& readers) {
    CodeMatrix& matrix = packing.matrix;
    const uint64_t words = packing.codes.shape[1], stated = statedColumns(packing, parts, readers);
    std::vector<Json> settings = weightSettings(quantization);
    if (settings.empty()) settings.push_back(Json{{"num_bits", 4}});
    for (const Json& weights : settings) {
        const uint64_t bits = settingOf(weights, "num_bits");
        if (bits == 0 || bits > 8) continue;
        const uint64_t columns = stated != 0 ? stated : words * 32 / bits;
        if (wordsFor(columns, bits) != words) continue;
        packing.bits = static_cast<uint32_t>(bits);
        matrix.columns = columns;
        return;
    }
    refuseWeights(packing.name, "have a width that their settings do not name");
}

/// Zeros that are packed down the rows of each group, or int8 as they are; both less the middle.
void readZeros(Packing& packing, const SafeTensor& tensor, uint64_t groups,
               const std::vector<BytesReader>& readers) {
    CodeMatrix& matrix = packing.matrix;
    const uint64_t rows = matrix.rows;
    std::vector<std::byte> bytes(static_cast<size_t>(tensor.sizeBytes));
    readers[tensor.file](tensor.offset, bytes);
    matrix.zeros.resize(groups * rows);
    if (tensor.type == "I8" && (tensor.elements() == groups * rows || tensor.elements() == 1)) {
        const uint32_t middle = 1U << (packing.bits - 1), mask = (1U << packing.bits) - 1;
        for (uint64_t i = 0; i < matrix.zeros.size(); ++i) {
            const auto zero = static_cast<uint32_t>(bytes[bytes.size() == 1 ? 0 : i]);
            matrix.zeros[i % groups * rows + i / groups] = static_cast<uint16_t>((zero + middle) & mask);
        }
        return;
    }
    const uint64_t words = wordsFor(rows, packing.bits);
    if (tensor.type != "I32" || tensor.shape != std::vector<uint64_t>{words, groups})
        refuseWeights(packing.name, "have zeros of another shape");
    std::vector<std::byte> run(words * 4);
    for (uint64_t group = 0; group < groups; ++group) {
        for (uint64_t word = 0; word < words; ++word)
            std::memcpy(run.data() + word * 4, bytes.data() + (word * groups + group) * 4, 4);
        for (uint64_t row = 0; row < rows; ++row)
            matrix.zeros[group * rows + row] =
                static_cast<uint16_t>(bitsAt(run, row * packing.bits, packing.bits));
    }
}

void readOrder(Packing& packing, const SafeTensor& tensor, uint64_t groups,
               const std::vector<BytesReader>& readers) {
    std::vector<uint32_t> groupOf = wordsOf(tensor, readers);
    if (groupOf.size() != packing.matrix.columns)
        refuseWeights(packing.name, "have an order of another length");
    // Only -1: columns are in order.
    if (std::all_of(groupOf.begin(), groupOf.end(), [](uint32_t group) { return group == ~0U; })) return;
    if (std::any_of(groupOf.begin(), groupOf.end(), [&](uint32_t group) { return group >= groups; }))
        refuseWeights(packing.name, "have an order that names groups which are not there");
    packing.matrix.groupOf = std::move(groupOf);
}

/// Columns of a group; the last group may be shorter.
uint64_t columnsOfGroup(const Packing& packing, uint64_t groups, const Json& quantization) {
    const uint64_t columns = packing.matrix.columns;
    if (groups == 0 || groups > columns) refuseWeights(packing.name, "have scales of another shape");
    if (columns % groups == 0) return columns / groups;
    for (const Json& weights : weightSettings(quantization)) {
        const uint64_t size = settingOf(weights, "group_size");
        if (size != 0 && (columns - 1) / size + 1 == groups) return size;
    }
    refuseWeights(packing.name, "have scales of another shape");
}

Packing compressedPacking(const std::string& name, const PackedParts& parts, const Json& quantization,
                          const std::vector<BytesReader>& readers) {
    Packing packing{.name = name, .order = Packing::Order::ColumnsAcross};
    CodeMatrix& matrix = packing.matrix;
    if (const auto whole = parts.find("weight"); whole != parts.end()) {
        packing.codes = whole->second;
        packing.bits = 8, packing.signedCodes = true;
    } else {
        packing.codes = partOf(parts, "weight_packed", name);
    }
    const SafeTensor& codes = packing.codes;
    if (codes.shape.size() != 2 || codes.shape[0] == 0 || codes.shape[0] > largestSide ||
        codes.shape[1] == 0 || codes.shape[1] > largestSide)
        refuseWeights(name, "have no shape");
    matrix.rows = codes.shape[0];
    if (packing.signedCodes) {
        matrix.columns = codes.shape[1];
    } else {
        if (codes.type != "I32") {
            throw Error(ErrorCode::Unsupported, "its weights \"" + readableText(name) +
                                                    "\" are packed into " + readableText(codes.type) +
                                                    ", which Hearth does not read yet; choose another "
                                                    "checkpoint, or a GGUF file");
        }
        readShape(packing, parts, quantization, readers);
    }
    SafeTensor scales = partOf(parts, "weight_scale", name);
    if (scales.shape.size() == 1 && scales.shape[0] == matrix.rows) scales.shape = {matrix.rows, 1};
    const bool one = scales.elements() == 1;  // of the whole matrix
    const uint64_t groups = one || scales.shape.size() != 2 ? 1 : scales.shape[1];
    packing.groupColumns = columnsOfGroup(packing, groups, quantization);
    groupInOrder(packing);
    readScales(packing, scales, groups, true, readers);
    matrix.zeros.assign(groups * matrix.rows, static_cast<uint16_t>(1U << (packing.bits - 1)));
    if (const auto zeros = parts.find("weight_zero_point"); zeros != parts.end())
        readZeros(packing, zeros->second, groups, readers);
    if (const auto order = parts.find("weight_g_idx"); order != parts.end())
        readOrder(packing, order->second, groups, readers);
    return packing;
}

}  // namespace

UnpackedMatrix unpackCompressed(const std::string& name, const PackedParts& parts, const Json& quantization,
                                const std::vector<BytesReader>& readers) {
    return unpackedOf(compressedPacking(name, parts, quantization, readers), readers);
}

}  // namespace hearth::format
