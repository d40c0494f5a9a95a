#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "backend/backend.h"

namespace hearth {

class GgufFile;

/// Differences between the towers of families. A further family is a row of the table in tower_config.cpp.
struct TowerFamily {
    /// Learned positions are a row of a table for each patch, or a table of a square grid that is resized to
    /// the grid of each picture: as pictures are resized, with its corners on those of the picture, or
    /// bicubically.
    enum class Positions : uint8_t { None, Table, ResizedTable, CornerTable, CubicTable, AxisTables };
    /// The patches of a block become one row as their mean, or one behind the other.
    enum class Merge : uint8_t { Mean, Join };

    std::string_view projector;  ///< as files name it
    NormKind norm = NormKind::Layer;
    std::string_view activation = "gelu_pytorch_tanh";  ///< where a file names none (findTowerActivation())
    bool isGated = false;                               ///< the feed-forward part
    Positions positions = Positions::Table;
    /// Of the pairs of a head the first half turns with the patch's row, the second with its column, with the
    /// same frequencies (Su et al. 2021 in two dimensions).
    bool rotates = false;
    RopePairing pairing = RopePairing::Halves;
    /// Each half of a head is rotated by itself, the first by the column.
    bool rotatesHalves = false;
    /// Pairs turn by the column and the row of their patch in turn.
    bool alternatesAxes = false;
    float ropeBase = 10000;
    float attentionScale = 0;              ///< of the scores; 0: by the width of heads
    bool normalizesHeads = false;          ///< queries, keys and values, before they are rotated
    float inputScale = 1, inputShift = 0;  ///< of the values of patches, besides their normalisation
    /// Offset of the frequencies of columns from those of rows: 0, or a part of the step between two of them.
    float columnShift = 0;
    bool normsInput = false;  ///< before positions are added, not after
    Merge merge = Merge::Join;
    /// Merged rows are multiplied by the root of their width, standardised where the file has numbers for it,
    /// and normalised without a weight.
    bool standardizes = false;
    NormKind projectorNorm = NormKind::None;
    float projectorEpsilon = 0;                         ///< 0: as in the tower
    Activation projectorActivation = Activation::None;  ///< between the projector's two matrices
    bool turnsProjector = false;                        ///< its matrix is stored (columns, rows)
    /// Files name the width of the text model wrong or not at all: it is that of the projector's last matrix.
    bool findsOutWidth = false;
};

/// The activation f(s x) / s of a feed-forward part. With s = 1.702 SiLU is the quick GELU, x * sigmoid(1.702
/// x).
struct TowerActivation {
    std::string_view name;  ///< as in config.json
    Activation function = Activation::None;
    float scale = 1;
};

/// nullptr: Hearth does not know it.
const TowerActivation* findTowerActivation(std::string_view name) noexcept;

/// nullptr: Hearth does not know this type of projector.
const TowerFamily* findTowerFamily(std::string_view projector) noexcept;

/// The numbers of one tower.
struct TowerConfig {
    const TowerFamily* family = nullptr;
    uint32_t width = 0, layers = 0, heads = 0, feedForward = 0;
    uint32_t outWidth = 0;   ///< of the text model
    uint32_t positions = 0;  ///< rows of the table of positions
    const TowerActivation* activation = nullptr;
    bool hasClass = false;  ///< a row in front of the patches, which is dropped after the layers
    float epsilon = 1e-6F;
    float ropeBase = 0;
    /// Pixels a side of the windows that patches see of a picture, in layers that do not see all of it; 0:
    /// all do.
    uint32_t window = 0;
    bool limitsValues = false;         ///< before and after the matrices of layers (TowerWeights::Limits)
    std::vector<bool> seesAll;         ///< by layer
    std::vector<uint32_t> deepLayers;  ///< behind which rows leave for layers of the text model, rising
    /// The projector reads the rows after these numbers of layers, side by side; empty: after all of them.
    std::vector<uint32_t> featureLayers;

    uint32_t headDim() const noexcept { return width / heads; }
    /// Numbers of a patch that the projector reads.
    uint32_t featureWidth() const noexcept {
        return width * std::max<uint32_t>(static_cast<uint32_t>(featureLayers.size()), 1);
    }
    /// From a file of the architecture "clip". Throws Error(BadFile | Unsupported).
    static TowerConfig fromGguf(const GgufFile& file);
};

}  // namespace hearth
