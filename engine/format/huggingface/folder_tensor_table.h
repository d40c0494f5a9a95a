#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/huggingface/folder_model.h"

namespace hearth::format {

using TensorSources = std::shared_ptr<const std::vector<BytesReader>>;

/// Cuts a prefix off; false and nothing else when the text does not begin with it.
bool takePrefix(std::string_view& text, std::string_view prefix);
/// Layers that a folder can have.
inline constexpr uint64_t mostLayers = 512;
/// The number at the front of a text, which is cut off with the dot behind it; nullopt when there is none
/// below `limit`.
std::optional<uint64_t> takeNumber(std::string_view& text, uint64_t limit);
/// "blk.3." of a name that begins with `prefix` and the number of a layer below `limit`, which are cut off
/// with the dot behind them; empty and nothing else for all other names.
std::string takeBlock(std::string_view& name, std::string_view prefix, uint64_t limit = mostLayers);
/// The type of a tensor. Throws Error(Unsupported) that names it when there is none.
BlockType blockTypeOf(const SafeTensor& tensor);
/// A small tensor as float32, with a number added.
std::vector<float> valuesOf(const SafeTensor& tensor, const TensorSources& sources, float added = 0.0F);

/// Rows of one or several tensors one after the other.
struct RowPieces {
    struct Piece {
        SafeTensor tensor;
        uint64_t firstRow = 0;
    };
    std::vector<Piece> pieces{};
    uint64_t rowsEach = 0, rowBytes = 0;
    bool stacked = true;            ///< each is a matrix of its own; false: all of them are one
    std::vector<uint64_t> order{};  ///< where the rows of each come from; empty: as they are

    void read(const std::vector<BytesReader>& sources, uint64_t byteOffset, std::span<std::byte> out) const;
};

/// Matrices whose elements lie at regular distances: element (matrix, row, column) is the one with the number
/// first + matrix * matrixStep + row * rowStep + column * columnStep.
struct Strides {
    uint64_t matrices = 1, rows = 0, columns = 0;
    uint64_t first = 0, matrixStep = 0, rowStep = 0, columnStep = 0;
};

/// The tensor table of a folder in the making.
class TensorTable {
public:
    TensorTable(FolderModel& model, TensorSources sources) : m_model(model), m_sources(std::move(sources)) {}

    void add(const std::string& name, BlockType type, std::vector<uint64_t> shape, BytesReader reader);
    /// Numbers of our own, so many times one after the other; without a shape they are a vector.
    void addValues(const std::string& name, std::vector<float> values, std::vector<uint64_t> shape = {},
                   uint64_t times = 1);
    /// Matrices of one shape, stacked when there are several.
    void addRows(const std::string& name, RowPieces rows, uint64_t columns);
    /// Matrices that are picked out of a tensor, turned over for instance, one at a time when they are read.
    /// A type in blocks becomes F16. Throws Error(BadFile) when the tensor is too small.
    void addStrided(const std::string& name, const SafeTensor& tensor, const Strides& strides);
    /// A matrix whose columns change places in runs of `width`: run i comes from run order[i]. Throws
    /// Error(Unsupported) when a run does not hold whole blocks of the type.
    void addColumns(const std::string& name, const SafeTensor& tensor, std::vector<uint64_t> order,
                    uint64_t width);

private:
    FolderModel& m_model;
    TensorSources m_sources;
};

/// Tensors of recurrent layers, whose shapes and orders differ most; `layer` is "blk.3." and `name` what
/// follows the layer's number in the folder. False: it is none of these.
bool addRecurrentTensor(const nlohmann::json& config, const std::string& layer, std::string_view name,
                        const SafeTensor& tensor, const TensorSources& sources, TensorTable& table);

/// Tensors of queries, keys and values that become one, by its name.
using JoinedTensors = std::map<std::string, std::array<SafeTensor, 3>>;
/// Takes convolutions, and projections of delta nets, that a folder has in three parts; false: it is none.
bool takeJoinedTensor(const std::string& layer, std::string_view name, const SafeTensor& tensor,
                      JoinedTensors& joined);
/// Adds them when all are there. Throws Error(BadFile) when some lack or do not fit together.
void addJoinedTensors(const JoinedTensors& joined, const TensorSources& sources, TensorTable& table);

/// Likewise tensors of latent attention: its projections are cut and turned over as they are used.
bool addLatentTensor(const nlohmann::json& config, const std::string& layer, std::string_view name,
                     const SafeTensor& tensor, const TensorSources& sources, TensorTable& table);

/// Likewise tensors of Kimi's delta nets and of the latent attention between them.
bool addKimiTensor(const nlohmann::json& config, const std::string& layer, std::string_view name,
                   const SafeTensor& tensor, const TensorSources& sources, TensorTable& table);
/// The name that other families have for a tensor of Kimi Linear or Ling 3.
std::string usualKimiName(std::string name);

/// The name that other families have for a tensor of Nemotron-H or Mamba.
std::string usualNemotronHName(const std::string& name);

/// Adds the numbers of xIELU (Huang and Schlag 2024), which Apertus's layers learn, to the metadata: the
/// converter of llama.cpp has them there as well.
void addXielu(std::span<const SafeTensor> tensors, const TensorSources& sources, MetadataTable& table);

/// A tensor of GPT-2, whose projections are stored the other way round, one row for each input. What the
/// engine does not use is left out. Throws Error(BadFile) for a matrix that is none.
void addGpt2Tensor(const SafeTensor& tensor, const TensorSources& sources, TensorTable& table);

}  // namespace hearth::format
