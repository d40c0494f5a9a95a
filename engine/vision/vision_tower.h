#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "vision/picture_patches.h"
#include "vision/tower_config.h"
#include "vision/tower_run.h"
#include "vision/tower_weights.h"

namespace hearth {

/// Output of a tower for a picture: rows of the text model's width, in the order of the prompt.
struct EncodedPicture {
    std::vector<float> rows;  ///< (layout.rows(), outWidth)
    /// Of the same shape: what is added to these rows behind the first layers of the text model (deepstack).
    std::vector<std::vector<float>> added;
};

/// A vision tower and its projector on one backend: a picture's patches in, rows of the text model's width
/// out.
///
/// It is an encoder described by data (TowerFamily, TowerConfig), and runs on the same operations of a
/// Backend as text: each tile is a sequence whose rows see each other both ways, windows are more and shorter
/// sequences, and one layer of a KV store serves all layers in turn, for nothing is kept, as
/// ForwardPass::encode() does it for embeddings. What is small and is done once a picture is done on the
/// host, so that no device needs operations of its own for it: learned positions (tower_positions.h) are
/// added as rows that are uploaded, and blocks of patches, which picturePatches() puts one behind the other,
/// become rows of the prompt on the way from the layers to the projector.
///
/// One thread at a time; the backend outlives it, the file is not needed after load().
class VisionTower {
public:
    /// `file`: as GgufFile::openVision() gives it; `processing`: of the same model. `keyType`: of keys and
    /// values between the projections and attention; F32, or F16 where the device has no other. Throws
    /// Error(BadFile | Unsupported | OutOfMemory | Io).
    static std::unique_ptr<VisionTower> load(
        const GgufFile& file, PictureProcessing processing, Backend& backend, KvType keyType,
        const std::function<void(uint64_t done, uint64_t total)>& progress = {});

    const TowerConfig& config() const noexcept { return m_config; }
    const PictureProcessing& processing() const noexcept { return m_processing; }
    /// Hash and bytes of the weights, as TowerWeights has them.
    ContentHash weightsDigest() const noexcept { return m_weights.digest; }
    uint64_t weightsBytes() const noexcept { return m_weights.bytes(); }

    /// A picture on its way through a tower, which outlives it. Other work of the backend may come between
    /// two steps.
    class Encoding {
    public:
        Encoding(VisionTower& tower, PicturePatches picture);
        ~Encoding();
        Encoding(const Encoding&) = delete;
        Encoding& operator=(const Encoding&) = delete;

        /// Runs a layer of some tiles. False: that was the last one.
        bool step();
        uint32_t patches() const noexcept { return m_picture.layout.patches(); }
        /// Layers of tiles.
        uint32_t done() const noexcept { return m_done; }
        uint32_t total() const noexcept { return m_total; }
        /// After the last step.
        EncodedPicture take() && { return std::move(m_rows); }

    private:
        /// Begins with the next tiles, as many as run together.
        void beginRun();
        void endRun();
        std::vector<float> features();

        VisionTower& m_tower;
        PicturePatches m_picture;
        EncodedPicture m_rows;
        std::optional<TowerRun> m_run;
        std::vector<std::vector<float>> m_features;  ///< of this run, as TowerConfig::featureLayers
        uint32_t m_layer = 0, m_done = 0, m_total = 0;
        size_t m_tile = 0, m_patch = 0;
    };

    /// All steps of an Encoding. `progress` hears of them. Throws Error(Cancelled) within a layer of a stop
    /// request.
    EncodedPicture encode(PicturePatches picture, const std::stop_token& stop = {},
                          const std::function<void(uint32_t done, uint32_t total)>& progress = {});

private:
    VisionTower(Backend& backend, KvType keyType, TowerConfig config, PictureProcessing processing,
                TowerWeights weights);

    void embedPatches(const TowerRun& run, const PicturePatches& picture);
    /// Of the patches of one tile, in the order of picturePatches(); empty: the family has none.
    std::vector<float> positionsOf(PatchGrid grid) const;
    std::vector<float> positionRows(const TowerRun& run) const;
    void layer(uint32_t index, const TowerRun& run);
    void writeKeys(const TowerRun& run);
    /// Normalises queries, keys and values, head by head.
    void normalizeHeads(const TowerWeights::Layer& weights, const TowerRun& run);
    /// The projections of a layer: queries, keys and values, and what the feed-forward part's last matrix
    /// reads.
    void projectQueries(const TowerWeights::Layer& weights, const TowerRun& run);
    void projectInner(const TowerWeights::Layer& weights, const TowerRun& run);
    /// A projection whose values are limited before and after it.
    void limitedLinear(const Projection& projection, const TowerWeights::Limits& limits, const Slice& in,
                       const Slice& out, const TowerRun& run);
    /// Adds what a projection makes of a branch, normalised where the family does that, for which it takes
    /// columns that are free.
    void addBranch(const Projection& projection, const TowerWeights::Limits& limits, const Slice& in,
                   const Norm& after, const Slice& free, const TowerRun& run);
    /// Scale or norm of a branch before it is added.
    Norm afterBranch(const Weight* scale, const NormWeights& postNorm) const;
    /// Rows of the prompt, not projected yet, of those of the patches.
    std::vector<float> merged(const TowerRun& run);
    std::vector<float> project(const std::vector<float>& rows, const TowerWeights::Projector& projector,
                               NormKind norm, float epsilon);
    Norm norm(const NormWeights& weights) const;

    Backend& m_backend;
    KvType m_keyType;
    TowerConfig m_config;
    PictureProcessing m_processing;
    TowerWeights m_weights;
};

}  // namespace hearth
