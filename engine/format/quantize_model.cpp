#include "hearth/quantize_model.h"

#include <algorithm>
#include <array>
#include <exception>
#include <span>
#include <string>
#include <thread>

#include "format/gguf/gguf_output.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/quantize.h"

namespace hearth {

namespace {

/// Elements converted at a time, at least a row.
constexpr uint64_t chunkElements = uint64_t{1} << 22U;

/// Floats of 8 bits were rounded, but are what there is: nobody publishes such models in more bits as well.
bool isFloat(BlockType type) {
    return type == BlockType::F32 || type == BlockType::F16 || type == BlockType::BF16 ||
           static_cast<uint32_t>(type) >= firstOwnBlockType;
}

/// general.file_type as other programs number it; nothing reads more into it than a name.
uint32_t fileTypeOf(BlockType type) {
    switch (type) {
        case BlockType::F32:
            return 0;
        case BlockType::F16:
            return 1;
        case BlockType::Q4_0:
            return 2;
        case BlockType::Q4_1:
            return 3;
        case BlockType::Q8_0:
            return 7;
        case BlockType::Q5_0:
            return 8;
        case BlockType::Q5_1:
            return 9;
        case BlockType::Q2_K:
            return 10;
        case BlockType::Q3_K:
            return 12;
        case BlockType::IQ4_NL:
            return 25;
        case BlockType::IQ4_XS:
            return 30;
        case BlockType::IQ2_XXS:
            return 19;
        case BlockType::IQ2_XS:
            return 20;
        case BlockType::IQ2_S:
            return 28;
        case BlockType::IQ3_XXS:
            return 23;
        case BlockType::IQ3_S:
            return 26;
        case BlockType::Q4_K:
            return 15;
        case BlockType::Q5_K:
            return 17;
        case BlockType::Q6_K:
            return 18;
        case BlockType::BF16:
            return 32;
        default:
            return 1024;  // guessed
    }
}

bool keepsItsType(const GgufTensor& tensor) {
    if (tensor.shape.size() < 2 || !tensor.name.ends_with(".weight")) return true;
    static constexpr std::array<std::string_view, 6> kept = {"_norm",          "ffn_gate_inp", "ssm_conv1d",
                                                             "shortconv.conv", "rope_",        "attn_sinks"};
    return std::any_of(kept.begin(), kept.end(),
                       [&](std::string_view part) { return tensor.name.find(part) != std::string::npos; });
}

constexpr std::array codebooksOfTwo{BlockType::IQ2_XXS, BlockType::IQ2_XS, BlockType::IQ2_S};
constexpr std::array codebooksOfThree{BlockType::IQ3_XXS, BlockType::IQ3_S};

bool isOneOf(std::span<const BlockType> types, BlockType type) {
    return std::find(types.begin(), types.end(), type) != types.end();
}

bool hasCodebook(BlockType type) {
    return isOneOf(codebooksOfTwo, type) || isOneOf(codebooksOfThree, type);
}

BlockType fittingType(BlockType wanted, uint64_t columns) {
    if (columns % blockTypeInfo(wanted).blockElements == 0) return wanted;
    const bool few = wanted == BlockType::Q2_K || wanted == BlockType::Q3_K || wanted == BlockType::IQ4_XS ||
                     hasCodebook(wanted);
    const BlockType smaller = few                         ? BlockType::IQ4_NL
                              : wanted == BlockType::Q4_K ? BlockType::Q5_0
                              : wanted == BlockType::Q5_K ? BlockType::Q5_1
                                                          : BlockType::Q8_0;
    return columns % blockTypeInfo(smaller).blockElements == 0 ? smaller : BlockType::F16;
}

/// Type of a matrix: one with more bits than `wanted` if `wanted` has few and the matrix is sensitive.
BlockType sparedType(const std::string& name, BlockType wanted) {
    if (wanted != BlockType::Q2_K && wanted != BlockType::Q3_K && !hasCodebook(wanted)) return wanted;
    const bool two = wanted == BlockType::Q2_K || isOneOf(codebooksOfTwo, wanted);
    if (name.find("attn_v.") != std::string::npos) return two ? BlockType::Q4_K : BlockType::Q5_K;
    const bool back =
        name.find("ffn_down") != std::string::npos || name.find("attn_output.") != std::string::npos;
    // The loss in the embeddings of rare tokens does not show in any text.
    const bool looked = hasCodebook(wanted) && name == "token_embd.weight";
    if (back || looked) return two ? BlockType::Q3_K : BlockType::Q4_K;
    return wanted;
}

/// Importance of the columns of a tensor's rows; the rows of its matrices follow each other.
class RowImportance {
public:
    RowImportance(const WeightImportance& importance, const GgufTensor& tensor)
        : m_columns(tensor.shape[0]), m_rows(tensor.shape.size() > 1 ? tensor.shape[1] : 1) {
        const auto found = importance.columns.find(tensor.name);
        if (found != importance.columns.end()) m_all = found->second;
    }
    /// Empty: all the same.
    std::span<const float> of(uint64_t row) const {
        const uint64_t first = row / m_rows * m_columns;
        if (first + m_columns > m_all.size() || !(m_all[first] > 0)) return {};
        return m_all.subspan(first, m_columns);
    }

private:
    uint64_t m_columns, m_rows;
    std::span<const float> m_all;
};

/// Converts whole rows, several threads at a time; the first of them is that row of the tensor.
void convert(const GgufTensor& tensor, std::span<const std::byte> from, BlockType to,
             std::span<std::byte> out, const RowImportance& importance, uint64_t firstRow) {
    const BlockTypeInfo& source = blockTypeInfo(tensor.type);
    const BlockTypeInfo& target = blockTypeInfo(to);
    const uint64_t columns = tensor.shape[0];
    const uint64_t fromRow = columns / source.blockElements * source.blockBytes,
                   toRow = columns / target.blockElements * target.blockBytes;
    const uint64_t rows = from.size() / fromRow;
    const uint64_t threads =
        std::clamp<uint64_t>(std::thread::hardware_concurrency(), 1, std::max<uint64_t>(rows, 1));
    std::vector<std::exception_ptr> failures(threads);
    {
        std::vector<std::jthread> pool;
        for (uint64_t t = 0; t < threads; ++t) {
            pool.emplace_back([&, t] {
                try {
                    std::vector<float> values(columns);
                    for (uint64_t row = rows * t / threads; row < rows * (t + 1) / threads; ++row) {
                        dequantizeRow(tensor.type, from.subspan(row * fromRow, fromRow), values);
                        quantizeRow(to, values, out.subspan(row * toRow, toRow),
                                    importance.of(firstRow + row));
                    }
                } catch (...) {
                    failures[t] = std::current_exception();
                }
            });
        }
    }
    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

/// The metadata as it is written: everything but what speaks of the weights' types and of parts.
std::vector<format::RawPair> metadataFor(const GgufFile& file, BlockType type,
                                         const WeightImportance& importance) {
    std::vector<format::RawPair> all, kept;
    if (std::filesystem::is_directory(file.path())) {
        for (const auto& [key, value] : file.metadata()) all.push_back(format::rawPair(key, value));
    } else {
        all = format::readRawMetadata(format::ByteSource::openFile(file.path()));
    }
    for (format::RawPair& pair : all) {
        const bool replaced = pair.key == "general.file_type" || pair.key == "general.quantization_version" ||
                              pair.key.starts_with("quantize.imatrix.");
        if (!replaced && !pair.key.starts_with("split.")) kept.push_back(std::move(pair));
    }
    kept.push_back(format::rawNumber("general.file_type", fileTypeOf(type)));
    kept.push_back(format::rawNumber("general.quantization_version", 2));
    // As llama.cpp says it; where the text came from is nobody's business.
    if (!importance.columns.empty())
        kept.push_back(format::rawNumber("quantize.imatrix.entries_count",
                                         static_cast<uint32_t>(importance.columns.size())));
    return kept;
}

}  // namespace

std::string offeredTypeNames() {
    constexpr std::array types{BlockType::Q8_0,    BlockType::Q6_K,   BlockType::Q5_K,  BlockType::Q5_1,
                               BlockType::Q5_0,    BlockType::Q4_K,   BlockType::Q4_1,  BlockType::Q4_0,
                               BlockType::IQ4_NL,  BlockType::IQ4_XS, BlockType::Q3_K,  BlockType::IQ3_S,
                               BlockType::IQ3_XXS, BlockType::Q2_K,   BlockType::IQ2_S, BlockType::IQ2_XS,
                               BlockType::IQ2_XXS};
    std::string names;
    for (const BlockType type : types) {
        if (!names.empty()) names += type == types.back() ? " or " : ", ";
        names += blockTypeInfo(type).name;
    }
    return names;
}

bool hasOutputMatrix(std::span<const GgufTensor> tensors) {
    return std::ranges::find(tensors, "output.weight", &GgufTensor::name) != tensors.end();
}

BlockType quantizedTypeOf(const GgufTensor& tensor, BlockType wanted, bool hasOutput) {
    if (keepsItsType(tensor))
        return static_cast<uint32_t>(tensor.type) < firstOwnBlockType ? tensor.type : BlockType::F32;
    const std::string_view head = hasOutput ? "output.weight" : "token_embd.weight";
    constexpr std::array coarse{BlockType::Q2_K, BlockType::Q3_K,   BlockType::Q4_K,
                                BlockType::Q5_K, BlockType::IQ4_NL, BlockType::IQ4_XS};
    const bool fine = (isOneOf(coarse, wanted) || hasCodebook(wanted)) && tensor.name == head;
    return fittingType(fine ? BlockType::Q6_K : sparedType(tensor.name, wanted), tensor.shape[0]);
}

QuantizeReport quantizeModel(const std::filesystem::path& in, const std::filesystem::path& out,
                             BlockType type, const std::function<void(uint64_t, uint64_t)>& progress,
                             const std::stop_token& stop, const WeightImportance& importance,
                             Existing existing) {
    if (!canQuantize(type)) {
        throw Error(ErrorCode::Unsupported, "Hearth cannot write " + std::string(blockTypeInfo(type).name) +
                                                "; choose " + offeredTypeNames() + ".");
    }
    const GgufFile file = GgufFile::open(in);
    std::error_code ignored;
    if (std::filesystem::equivalent(in, out, ignored))
        throw Error(ErrorCode::BadInput,
                    "The new file would overwrite the model itself; choose another name.");
    std::vector<format::OutputTensor> plan;
    uint64_t total = 0, done = 0;
    QuantizeReport report{.inputBytes = file.sizeBytes(), .tensors = file.tensors().size()};
    const bool hasOutput = hasOutputMatrix(file.tensors());
    for (const GgufTensor& tensor : file.tensors()) {
        const BlockType target = quantizedTypeOf(tensor, type, hasOutput);
        if (target != tensor.type && !isFloat(tensor.type)) {
            throw Error(ErrorCode::BadInput,
                        "The model is quantised already (" + tensor.name + " is " +
                            std::string(blockTypeInfo(tensor.type).name) +
                            "), and its error would add up; give the F16, BF16 or F32 file.");
        }
        if (target != tensor.type) {
            ++report.converted;
            report.ofType += target == type ? 1 : 0;
        }
        total += tensor.sizeBytes;
        plan.push_back({tensor.name, target, tensor.shape});
    }
    const std::vector<format::RawPair> metadata = metadataFor(file, type, importance);
    const auto alignment = static_cast<uint32_t>(file.getUint("general.alignment").value_or(32));
    format::GgufOutput output(out, metadata, plan, alignment, existing);
    std::vector<std::byte> from, to;
    for (size_t i = 0; i < plan.size(); ++i) {
        const GgufTensor& tensor = file.tensors()[i];
        const BlockTypeInfo& source = blockTypeInfo(tensor.type);
        const BlockTypeInfo& target = blockTypeInfo(plan[i].type);
        const uint64_t columns = tensor.shape[0], rows = tensor.elements() / columns;
        const uint64_t fromRow = columns / source.blockElements * source.blockBytes;
        const uint64_t rowsAtOnce = std::max<uint64_t>(1, chunkElements / columns);
        const RowImportance rowImportance(importance, tensor);
        output.beginTensor();
        for (uint64_t row = 0; row < rows; row += rowsAtOnce) {
            if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Quantising was stopped.");
            const uint64_t count = std::min(rowsAtOnce, rows - row);
            from.resize(count * fromRow);
            file.read(tensor, row * fromRow, from);
            if (plan[i].type == tensor.type) {
                output.write(from);
            } else {
                to.resize(count * (columns / target.blockElements * target.blockBytes));
                convert(tensor, from, plan[i].type, to, rowImportance, row);
                output.write(to);
            }
            done += from.size();
            if (progress) progress(done, total);
        }
    }
    output.finish();
    report.outputBytes = std::filesystem::file_size(out);
    return report;
}

void removeUnfinished(const std::filesystem::path& out) {
    std::error_code ignored;
    const std::filesystem::path part = format::partPathOf(out);
    if (std::filesystem::is_regular_file(std::filesystem::symlink_status(part, ignored)))
        std::filesystem::remove(part, ignored);
}

}  // namespace hearth
