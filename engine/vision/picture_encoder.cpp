#include "vision/picture_encoder.h"
#include "vision/gguf_processing.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <utility>

#include "backend/backend.h"
#include "format/huggingface/folder_files.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/picture_decoder.h"
#include "prefix_store/model_fingerprint.h"
#include "vision/picture_patches.h"
#include "vision/vision_errors.h"

namespace hearth {

namespace {

/// Memory for rows of pictures that were made before.
constexpr uint64_t keptBytes = 256ULL << 20U;

/// Settings for pictures that stand beside a folder's tables; a file has all of them in its own.
ContentHash settingsHash(const std::filesystem::path& path) {
    ContentHash hash;
    for (const char* name : {"preprocessor_config.json", "processor_config.json"}) {
        std::error_code ignored;
        if (!std::filesystem::exists(path / name, ignored)) continue;
        const std::string text = format::readFolderJson(path / name).dump();
        hash = joined(hash, contentHash(std::as_bytes(std::span(text))));
    }
    return hash;
}

/// One row after the other with what is added to it, as PictureRows has them.
std::vector<float> sideBySide(EncodedPicture picture, size_t width) {
    if (picture.added.empty()) return std::move(picture.rows);
    std::vector<float> rows;
    rows.reserve(picture.rows.size() * (1 + picture.added.size()));
    for (size_t from = 0; from < picture.rows.size(); from += width) {
        const auto add = [&](const std::vector<float>& part) {
            const auto begin = part.begin() + static_cast<ptrdiff_t>(from);
            rows.insert(rows.end(), begin, begin + static_cast<ptrdiff_t>(width));
        };
        add(picture.rows);
        for (const std::vector<float>& part : picture.added) add(part);
    }
    return rows;
}

/// Rows of the pictures of one request.
class RequestRows final : public PictureRows {
public:
    RequestRows(PictureEncoder& encoder, const std::vector<MessagePicture>& files,
                const std::vector<PromptPicture>& pictures, const std::vector<TokenSpan>& spans,
                const std::string& tenant)
        : m_encoder(encoder), m_owner(tenant) {
        size_t span = 0;
        for (size_t i = 0; i < pictures.size() && i < files.size(); ++i) {
            uint32_t first = 0;
            for (uint32_t count = pictures[i].spans; count > 0 && span < spans.size(); --count) {
                const TokenSpan& own = spans[span++];
                m_places.emplace(own.content.low, Place{files[i], own.content, first});
                first += own.rows;
            }
        }
    }

    Rows rowsOf(const TokenSpan& span, const std::stop_token& stop) override {
        const auto [begin, end] = m_places.equal_range(span.content.low);
        const auto found =
            std::find_if(begin, end, [&](const auto& entry) { return entry.second.content == span.content; });
        if (found == end) throw Error(errors::lostPictures);
        const Place& place = found->second;
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Reading a picture was stopped.");
        const Rows all = m_encoder.step(*place.picture.file, m_owner, stop, place.picture.detail);
        if (all == nullptr) return nullptr;
        const size_t width = m_encoder.rowNumbers();
        if (span.rows * width == all->size()) return all;
        const size_t from = place.first * width;
        if (from + span.rows * width > all->size()) throw Error(errors::lostPictures);
        return std::make_shared<const std::vector<float>>(
            all->begin() + static_cast<ptrdiff_t>(from),
            all->begin() + static_cast<ptrdiff_t>(from + span.rows * width));
    }

    double done() const override { return m_encoder.done(); }
    ~RequestRows() override {
        for (const auto& entry : m_places) {
            const MessagePicture& picture = entry.second.picture;
            m_encoder.giveUp(*picture.file, picture.detail);
        }
    }

private:
    struct Place {
        MessagePicture picture;
        TokenSpan::Content content;
        uint32_t first = 0;  ///< of its rows among those of the picture
    };
    PictureEncoder& m_encoder;
    const std::string m_owner;
    std::unordered_multimap<uint64_t, Place> m_places;
};

}  // namespace

std::unique_ptr<PictureEncoder> PictureEncoder::load(const std::filesystem::path& path, Backend& backend,
                                                     uint32_t embedding,
                                                     const std::function<void(uint64_t, uint64_t)>& progress,
                                                     const std::stop_token& stop) {
    const auto told = [&](uint64_t done, uint64_t total) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading the model was stopped.");
        if (progress) progress(done, total);
    };
    const GgufFile file = GgufFile::openVision(path);
    const TowerConfig config = TowerConfig::fromGguf(file);
    const PictureMarks* const marks = findPictureMarks(config.family->projector);
    if (marks == nullptr) throw Error(errors::unknownProcessor, {config.family->projector});
    if (config.outWidth != embedding) throw Error(errors::otherTower, {config.outWidth, embedding});
    auto tower = VisionTower::load(file, processingOf(file), backend, KvType::F32, told);
    // Raised when the same pictures become other rows.
    constexpr uint64_t meaning = 1;
    const std::string kind = backend.info().kind;
    ContentHash print = joined(modelFingerprint(file), tower->weightsDigest());
    print = joined(print, contentHash(std::as_bytes(std::span(kind)), meaning));
    if (std::filesystem::is_directory(file.path())) print = joined(print, settingsHash(file.path()));
    return std::unique_ptr<PictureEncoder>(new PictureEncoder(std::move(tower), *marks, print));
}

PictureEncoder::PictureEncoder(std::unique_ptr<VisionTower> tower, const PictureMarks& marks,
                               const ContentHash& fingerprint)
    : m_tower(std::move(tower)), m_marks(marks), m_fingerprint(fingerprint), m_kept(fingerprint, keptBytes) {
}

size_t PictureEncoder::rowNumbers() const noexcept {
    return size_t{config().outWidth} * (1 + config().deepLayers.size());
}

int PictureEncoder::tokens(const PictureFile& file, PictureDetail detail) const {
    return static_cast<int>(pictureLayout(file.size(), processing().withDetail(detail)).rows());
}

PictureRows::Rows PictureEncoder::step(const PictureFile& file, const std::string& tenant,
                                       const std::stop_token& stop, PictureDetail detail) {
    const size_t numbers = static_cast<size_t>(tokens(file, detail)) * rowNumbers();
    const TokenSpan::Content content = contentOf(file, detail);
    if (auto kept = m_kept.find(content, numbers, tenant)) return kept;
    if (!m_begun) {
        const Picture picture = m_decoder.empty() ? decodePicture(file.bytes())
                                                  : decodePictureApart(m_decoder, file.bytes(), stop);
        m_begun.emplace(file.hash(), detail, content, tenant, *m_tower,
                        picturePatches(picture, processing().withDetail(detail)));
    }
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const bool continues = m_begun->encoding.step();
    m_begun->seconds += std::chrono::duration<double>(Clock::now() - start).count();
    if (continues) return nullptr;
    ++m_made;
    m_secondsAPatch = m_begun->seconds / m_begun->encoding.patches();
    m_kept.keep(m_begun->picture,
                std::make_shared<const std::vector<float>>(
                    sideBySide(std::move(m_begun->encoding).take(), config().outWidth)),
                m_begun->tenant);
    m_begun.reset();
    return m_kept.find(content, numbers, tenant);  // nullptr: that was another one
}

double PictureEncoder::done() const noexcept {
    return m_begun ? static_cast<double>(m_begun->encoding.done()) / m_begun->encoding.total() : 0;
}

double PictureEncoder::expectedSeconds(const PictureFile& file, PictureDetail detail) const {
    if (isKept(file, detail)) return 0;
    return m_secondsAPatch * pictureLayout(file.size(), processing().withDetail(detail)).patches();
}

void PictureEncoder::giveUp(const PictureFile& file, PictureDetail detail) noexcept {
    if (m_begun && m_begun->file == file.hash() && m_begun->detail == detail) m_begun.reset();
}

PictureRows::Rows PictureEncoder::rows(const PictureFile& file, const std::stop_token& stop,
                                       const Progress& progress, const std::string& tenant) {
    while (true) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Reading the picture was stopped.");
        auto rows = step(file, tenant, stop);
        if (progress && m_begun) progress(m_begun->encoding.done(), m_begun->encoding.total());
        if (rows != nullptr) return rows;
    }
}

std::shared_ptr<PictureRows> PictureEncoder::rowsFor(const std::vector<MessagePicture>& files,
                                                     const std::vector<PromptPicture>& pictures,
                                                     const std::vector<TokenSpan>& spans,
                                                     const std::string& tenant) {
    return std::make_shared<RequestRows>(*this, files, pictures, spans, tenant);
}

}  // namespace hearth
