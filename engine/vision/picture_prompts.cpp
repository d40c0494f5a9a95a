#include "vision/picture_prompts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hearth/error.h"
#include "vision/vision_errors.h"

namespace hearth {

namespace {

size_t occurrences(std::string_view text, std::string_view part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

/// Replaces each occurrence of a text in pieces of one kind by what `put` appends.
template <typename Put>
void replaceEach(PromptPieces& pieces, bool trusted, std::string_view text, const Put& put) {
    PromptPieces out;
    for (PromptPiece& piece : pieces) {
        if (piece.trusted != trusted || !piece.tokens.empty()) {
            out.push_back(std::move(piece));
            continue;
        }
        size_t from = 0;
        for (size_t at = piece.text.find(text); at != std::string::npos; at = piece.text.find(text, from)) {
            if (at > from) out.push_back({piece.text.substr(from, at - from), trusted});
            put(out);
            from = at + text.size();
        }
        if (from == 0)
            out.push_back(std::move(piece));
        else if (from < piece.text.size())
            out.push_back({piece.text.substr(from), trusted});
    }
    pieces = std::move(out);
}

/// Of what the rows of a picture are; `detail`: its effectiveDetail().
ContentHash contentOf(const ContentHash& fingerprint, const PictureFile& file, PictureDetail detail) {
    const TokenSpan::Content content = pictureContent(file, detail);
    return joined(fingerprint, {content.low, content.high});
}

}  // namespace

std::vector<MessagePicture> picturesOf(const GenerationRequest& request) {
    std::vector<MessagePicture> pictures;
    for (const ChatMessage& message : request.messages)
        pictures.insert(pictures.end(), message.pictures.begin(), message.pictures.end());
    return pictures;
}

TokenSpan::Content pictureContent(const PictureFile& file, PictureDetail detail) {
    if (detail == PictureDetail::Auto) return file.hash();
    const std::array<PictureDetail, 1> number{detail};
    const ContentHash hash =
        joined({file.hash().low, file.hash().high}, contentHash(std::as_bytes(std::span(number))));
    return {hash.low, hash.high};
}

PicturePrompts::PicturePrompts(Settings settings, std::shared_ptr<const Tokenizer> tokenizer)
    : m_settings(std::move(settings)), m_tokenizer(std::move(tokenizer)) {
    const std::vector<TokenId> row = m_tokenizer->encode(m_settings.marks->row, {.parseSpecial = true});
    m_isInText = row.size() == 1;
    const SpecialTokens& special = m_tokenizer->special();
    // Any token will do where the vocabulary has none for it (LLaVA's files): its embedding is not read.
    m_row = m_isInText ? row.front() : std::max({special.unk, special.pad, TokenId{0}});
}

std::vector<PicturePrompts::Place> PicturePrompts::places(const std::vector<MessagePicture>& pictures) const {
    std::vector<Place> places;
    for (const MessagePicture& one : pictures) {
        const PictureProcessing& processing = m_settings.processing;
        const PictureLayout layout = pictureLayout(one.file->size(), processing.withDetail(one.detail));
        const PictureDetail detail = effectiveDetail(one.file->size(), processing, one.detail);
        const ContentHash content = contentOf(m_settings.fingerprint, *one.file, detail);
        Place& place = places.emplace_back(Place{.picture = {.rows = layout.rows()},
                                                 .parts = m_settings.marks->parts(layout),
                                                 .content = {content.low, content.high}});
        for (const PictureMarks::Part& part : place.parts) place.picture.spans += part.rows != 0 ? 1 : 0;
    }
    return places;
}

size_t PicturePrompts::placeholders(const PromptPieces& pieces) const {
    size_t count = 0;
    for (const PromptPiece& piece : pieces)
        if (piece.trusted) count += occurrences(piece.text, m_settings.marks->placeholder);
    return count;
}

void PicturePrompts::append(PromptPieces& pieces, const Place& place) const {
    for (const PictureMarks::Part& part : place.parts) {
        PromptPiece piece{.text = part.text, .trusted = true};
        if (part.rows != 0 && m_isInText) {
            // As text, so that what a vocabulary does around a special token is done.
            for (uint32_t i = 0; i < part.rows; ++i) piece.text += m_settings.marks->row;
        } else if (part.rows != 0) {
            piece.tokens.assign(part.rows, m_row);
        }
        pieces.push_back(std::move(piece));
    }
}

void PicturePrompts::fill(PromptPieces& pieces, const std::vector<Place>& places) const {
    size_t next = 0;
    replaceEach(pieces, true, m_settings.marks->placeholder,
                [&](PromptPieces& out) { append(out, places[next++]); });
}

bool PicturePrompts::fillInstead(PromptPieces& pieces, std::string_view text,
                                 const std::vector<Place>& places) const {
    size_t count = 0;
    for (const PromptPiece& piece : pieces)
        if (!piece.trusted && piece.tokens.empty()) count += occurrences(piece.text, text);
    if (count != places.size()) return false;
    const auto addMark = [](PromptPieces& out, std::string_view mark) {
        if (!mark.empty()) out.push_back({std::string(mark), true});
    };
    size_t next = 0;
    replaceEach(pieces, false, text, [&](PromptPieces& out) {
        addMark(out, m_settings.marks->templateBefore);
        append(out, places[next++]);
        addMark(out, m_settings.marks->templateAfter);
    });
    return true;
}

std::string PicturePrompts::uniqueText(const GenerationRequest& request) {
    const auto has = [&](std::string_view text) {
        return std::ranges::any_of(request.messages, [text](const ChatMessage& message) {
            return message.content.find(text) != std::string::npos;
        });
    };
    for (uint32_t number = 0;; ++number) {
        std::string text = "[picture:" + std::to_string(number) + "]";
        if (!has(text)) return text;
    }
}

std::vector<TokenSpan> PicturePrompts::spans(const PromptPieces& pieces, std::span<const TokenId> tokens,
                                             const std::vector<Place>& places) const {
    size_t at = 0;  // the token behind the last one that was found
    const auto find = [&] {
        const auto found = std::find(tokens.begin() + static_cast<ptrdiff_t>(at), tokens.end(), m_row);
        at = static_cast<size_t>(found - tokens.begin()) + 1;
        return found != tokens.end();
    };
    std::vector<TokenSpan> spans;
    size_t place = 0, part = 0;
    const auto nextRun = [&]() -> const PictureMarks::Part* {
        for (; place < places.size(); ++place, part = 0)
            while (part < places[place].parts.size())
                if (const auto& next = places[place].parts[part++]; next.rows != 0) return &next;
        return nullptr;
    };
    for (const PromptPiece& piece : pieces) {
        const bool isRun = piece.trusted &&
                           (piece.tokens.empty() ? m_isInText && piece.text.starts_with(m_settings.marks->row)
                                                 : piece.tokens.front() == m_row);
        if (!isRun) {
            // A reply may have the same token, which is none of a picture's.
            for (const TokenId token : piece.tokens)
                if (token == m_row && !find()) throw Error(errors::lostPictures);
            continue;
        }
        const PictureMarks::Part* const next = nextRun();
        if (next == nullptr || !find()) throw Error(errors::lostPictures);
        const size_t first = at - 1;
        if (first + next->rows > tokens.size() ||
            std::ranges::any_of(tokens.subspan(first, next->rows), [this](TokenId t) { return t != m_row; }))
            throw Error(errors::lostPictures);
        at = first + next->rows;
        const std::array<uint64_t, 1> number{part};
        const ContentHash content = joined({places[place].content.low, places[place].content.high},
                                           contentHash(std::as_bytes(std::span(number))));
        const bool hasGrid = m_settings.hasGrids && next->columns != 0;
        spans.push_back(
            {.content = {content.low, content.high},
             .first = static_cast<int64_t>(first),
             .rows = next->rows,
             .positions = hasGrid ? std::max(next->columns, next->rows / next->columns) : next->rows,
             .bothWays = m_settings.bothWays,
             .columns = hasGrid ? next->columns : 0});
    }
    if (nextRun() != nullptr) throw Error(errors::lostPictures);
    return spans;
}

}  // namespace hearth
