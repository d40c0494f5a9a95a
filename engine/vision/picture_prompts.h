#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hash/content_hash.h"
#include "hearth/generation_request.h"
#include "hearth/picture_file.h"
#include "hearth/tokenizer.h"
#include "vision/picture_marks.h"
#include "vision/picture_processing.h"

namespace hearth {

/// Pictures of the messages of a request, in their order.
std::vector<MessagePicture> picturesOf(const GenerationRequest& request);

/// Hash of a picture that is read in this detail: that of its file, or another one for other details than
/// Auto. `detail`: its effectiveDetail().
TokenSpan::Content pictureContent(const PictureFile& file, PictureDetail detail);

/// Placement of pictures in the prompts of one model. Immutable; any thread.
class PicturePrompts {
public:
    struct Settings {
        const PictureMarks* marks = nullptr;
        PictureProcessing processing;
        /// Of all that rows depend on besides a picture.
        ContentHash fingerprint;
        bool hasGrids = false;  ///< rows have a line and a column (M-RoPE)
        bool bothWays = false;  ///< TokenSpan::bothWays
    };
    PicturePrompts(Settings settings, std::shared_ptr<const Tokenizer> tokenizer);

    const PictureProcessing& processing() const noexcept { return m_settings.processing; }

    /// A picture in a prompt.
    struct Place {
        PromptPicture picture;
        std::vector<PictureMarks::Part> parts;
        TokenSpan::Content content;
    };
    /// Throws Error for pictures that the model cannot read (PictureProcessing).
    std::vector<Place> places(const std::vector<MessagePicture>& pictures) const;

    /// Places that a template has left for pictures.
    size_t placeholders(const PromptPieces& pieces) const;
    /// Puts all pictures in these places, which are as many.
    void fill(PromptPieces& pieces, const std::vector<Place>& places) const;
    /// Puts all pictures where this text stands in a prompt of a template that knows none; false: it is not
    /// there once for each.
    bool fillInstead(PromptPieces& pieces, std::string_view text, const std::vector<Place>& places) const;
    /// A text for that: none of the messages has it.
    static std::string uniqueText(const GenerationRequest& request);

    /// The spans of a prompt whose pieces, with reply tokens, became these tokens. Throws
    /// Error(errors::lostPictures) where the rows are not there.
    std::vector<TokenSpan> spans(const PromptPieces& pieces, std::span<const TokenId> tokens,
                                 const std::vector<Place>& places) const;

private:
    void append(PromptPieces& pieces, const Place& place) const;

    Settings m_settings;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    TokenId m_row = -1;      ///< in the place of each row
    bool m_isInText = true;  ///< the vocabulary has a token for it
};

}  // namespace hearth
