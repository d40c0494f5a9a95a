#include "format/packed/packed_integers.h"

#include <algorithm>

#include "format/packed/code_matrix.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// Rows that a word holds side by side.
void readZeros(Packing& packing, const SafeTensor& tensor, uint64_t groups, uint32_t added,
               const std::vector<BytesReader>& readers) {
    CodeMatrix& matrix = packing.matrix;
    if (tensor.shape != std::vector<uint64_t>{groups, matrix.rows * packing.bits / 32})
        refuseWeights(packing.name, "have zeros of another shape");
    const auto words = wordsOf(tensor, readers);
    matrix.zeros.resize(groups * matrix.rows);
    for (uint64_t i = 0; i < matrix.zeros.size(); ++i) {
        uint64_t place = i;
        if (packing.order == Packing::Order::RowsAcrossShuffled)
            place = i / 8 * 8 + shuffledPlace(static_cast<uint32_t>(i % 8));
        const uint32_t code = bitsAt(std::as_bytes(std::span(words)), place * packing.bits, packing.bits);
        matrix.zeros[i] = static_cast<uint16_t>(code + added);
    }
}

/// GPTQ and AWQ.
Packing groupedPacking(const std::string& name, const PackedParts& parts, const Json& quantization, bool awq,
                       const std::vector<BytesReader>& readers) {
    Packing packing{.name = name, .codes = partOf(parts, "qweight", name)};
    packing.bits = quantization.value("bits", quantization.value("w_bit", 4U));
    const bool known = packing.bits == 2 || packing.bits == 3 || packing.bits == 4 || packing.bits == 8;
    if (awq ? packing.bits != 4 : !known) {
        throw Error(ErrorCode::Unsupported,
                    "its weights have " + std::to_string(packing.bits) +
                        " bits, and Hearth reads AWQ with 4 and GPTQ with 2, 3, 4 or 8; choose "
                        "another, or a GGUF file");
    }
    if (std::string version = quantization.value("version", "gemm");
        awq && version != "gemm" && version != "GEMM") {
        throw Error(ErrorCode::Unsupported,
                    "its weights are laid out by AWQ's version \"" + readableText(version) +
                        "\", and Hearth reads \"gemm\"; choose another checkpoint, or a "
                        "GGUF file");
    }
    const SafeTensor& codes = packing.codes;
    if (codes.shape.size() != 2 || (codes.type != "I32" && codes.type != "U32"))
        refuseWeights(name, "are not packed into 32 bits");
    CodeMatrix& matrix = packing.matrix;
    packing.order = awq ? Packing::Order::RowsAcrossShuffled : Packing::Order::ColumnsDown;
    matrix.columns = awq ? codes.shape[0] : codes.shape[0] * 32 / packing.bits;
    matrix.rows = awq ? codes.shape[1] * 32 / packing.bits : codes.shape[1];
    // Words are whole: of 3 bits, three hold 32 columns.
    const bool whole = awq || codes.shape[0] * 32 % packing.bits == 0;
    if (matrix.columns == 0 || matrix.rows == 0 || !whole || matrix.rows * packing.bits % 32 != 0)
        refuseWeights(name, "have no shape");
    const int64_t stated = quantization.value("group_size", quantization.value("q_group_size", int64_t{128}));
    packing.groupColumns = stated > 0 ? static_cast<uint64_t>(stated) : matrix.columns;
    const uint64_t groups = (matrix.columns + packing.groupColumns - 1) / packing.groupColumns;
    readScales(packing, partOf(parts, "scales", name), groups, false, readers);
    // The first format of GPTQ stores every zero less one.
    const bool lessOne = !awq && quantization.value("checkpoint_format", "gptq") != "gptq_v2";
    readZeros(packing, partOf(parts, "qzeros", name), groups, lessOne ? 1 : 0, readers);
    groupInOrder(packing);
    if (const auto index = parts.find("g_idx"); !awq && index != parts.end()) {
        if (index->second.elements() != matrix.columns)
            refuseWeights(name, "have an order of another length");
        matrix.groupOf = wordsOf(index->second, readers);
        if (std::any_of(matrix.groupOf.begin(), matrix.groupOf.end(),
                        [&](uint32_t g) { return g >= groups; }))
            refuseWeights(name, "have an order that names groups which are not there");
    }
    return packing;
}

}  // namespace

UnpackedMatrix unpackIntegers(const std::string& name, const PackedParts& parts, const Json& quantization,
                              bool awq, const std::vector<BytesReader>& readers) {
    return unpackedOf(groupedPacking(name, parts, quantization, awq, readers), readers);
}

}  // namespace hearth::format
