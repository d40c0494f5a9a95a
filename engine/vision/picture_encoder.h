#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "hash/content_hash.h"
#include "hearth/generation_request.h"
#include "hearth/picture_rows.h"
#include "vision/kept_pictures.h"
#include "vision/picture_layout.h"
#include "vision/picture_prompts.h"
#include "vision/vision_tower.h"

namespace hearth {

/// The vision encoder of a loaded model: makes the rows of pictures, and keeps them. One thread at a time;
/// the backend outlives it.
class PictureEncoder {
public:
    using Progress = std::function<void(uint32_t done, uint32_t total)>;

    /// `path`: an mmproj file, or the folder of the model; `embedding`: of the text model. Throws
    /// Error(BadFile | Unsupported | OutOfMemory | Io | Cancelled).
    static std::unique_ptr<PictureEncoder> load(
        const std::filesystem::path& path, Backend& backend, uint32_t embedding,
        const std::function<void(uint64_t done, uint64_t total)>& progress = {},
        const std::stop_token& stop = {});

    const PictureProcessing& processing() const noexcept { return m_tower->processing(); }
    const TowerConfig& config() const noexcept { return m_tower->config(); }
    const PictureMarks& marks() const noexcept { return m_marks; }
    /// Of the tower, its processing and its device: whatever rows depend on besides their picture.
    const ContentHash& fingerprint() const noexcept { return m_fingerprint; }
    /// Of its weights on the device.
    uint64_t bytes() const noexcept { return m_tower->weightsBytes(); }
    /// Numbers of a row with what is added to it: (1 + n) * embedding.
    size_t rowNumbers() const noexcept;

    /// Rows of a picture, (rows, (1 + n) * embedding) as PictureRows::Rows, if they are kept. nullptr: a step
    /// is done of the work on this picture or, before that, of the one that was begun last. `tenant`: see
    /// GenerationRequest::tenant.
    PictureRows::Rows step(const PictureFile& file, const std::string& tenant = {},
                           const std::stop_token& stop = {}, PictureDetail detail = PictureDetail::Auto);
    /// Decodes pictures in a child process of a program, see EngineOptions::pictureDecoder.
    void decodeBy(std::filesystem::path program) { m_decoder = std::move(program); }
    /// The part of the work on the picture that was begun last that is done, 0 to 1.
    double done() const noexcept;
    /// Gives up the work on this picture, if it was begun.
    void giveUp(const PictureFile& file, PictureDetail detail = PictureDetail::Auto) noexcept;
    /// All steps. `progress` hears of layers that are done. Throws Error(Cancelled) within a layer of a stop
    /// request.
    PictureRows::Rows rows(const PictureFile& file, const std::stop_token& stop,
                           const Progress& progress = {}, const std::string& tenant = {});
    /// Seconds that reading this picture is going to take, by the rate of the last one; 0: its rows are kept,
    /// or none was read yet. Throws as pictureLayout().
    double expectedSeconds(const PictureFile& file, PictureDetail detail = PictureDetail::Auto) const;
    bool isKept(const PictureFile& file, PictureDetail detail = PictureDetail::Auto) const {
        return m_kept.contains(contentOf(file, detail));
    }
    /// Rows of the prompt that a picture is in this detail. Throws as pictureLayout().
    int tokens(const PictureFile& file, PictureDetail detail) const;
    /// Rows for the spans of a request's prompt, on this encoder's thread and not longer than it lives.
    std::shared_ptr<PictureRows> rowsFor(const std::vector<MessagePicture>& files,
                                         const std::vector<PromptPicture>& pictures,
                                         const std::vector<TokenSpan>& spans, const std::string& tenant);

    /// Pictures that were made, not found.
    uint64_t made() const noexcept { return m_made; }
    KeptPictures& kept() noexcept { return m_kept; }

private:
    PictureEncoder(std::unique_ptr<VisionTower> tower, const PictureMarks& marks,
                   const ContentHash& fingerprint);

    TokenSpan::Content contentOf(const PictureFile& file, PictureDetail detail) const {
        return pictureContent(file, effectiveDetail(file.size(), processing(), detail));
    }

    /// Work on a picture.
    struct Begun {
        Begun(const TokenSpan::Content& itsFile, PictureDetail itsDetail, const TokenSpan::Content& content,
              std::string itsOwner, VisionTower& tower, PicturePatches patches)
            : file(itsFile),
              detail(itsDetail),
              picture(content),
              tenant(std::move(itsOwner)),
              encoding(tower, std::move(patches)) {}
        TokenSpan::Content file;
        PictureDetail detail;
        TokenSpan::Content picture;  ///< see contentOf()
        std::string tenant;
        VisionTower::Encoding encoding;
        double seconds = 0;  ///< of all steps
    };

    std::unique_ptr<VisionTower> m_tower;
    const PictureMarks& m_marks;
    std::optional<Begun> m_begun;
    ContentHash m_fingerprint;
    std::filesystem::path m_decoder;
    uint64_t m_made = 0;
    double m_secondsAPatch = 0;  ///< of the last picture
    KeptPictures m_kept;
};

}  // namespace hearth
