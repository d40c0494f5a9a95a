#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/context_shift.h"
#include "hearth/error.h"
#include "hearth/picture_file.h"
#include "hearth/picture_grid.h"
#include "hearth/prompt_tokens.h"
#include "hearth/tokenizer.h"

/// Attention weights that a token gave to the tokens before it (Vaswani et al. 2017). They are computed on
/// request, from the cached keys and the query of that token alone. Nothing is stored for them while a reply
/// is generated.
namespace hearth {

/// The kind of memory that a layer has of earlier tokens.
enum class LayerMemory : uint8_t {
    Keys,        ///< keys and values of each, or of those in a window
    LatentKeys,  ///< one compressed key of each, for all heads (multi-head latent attention); looked at alike
    Convolution,  ///< the last few alone, with the same weights for every token: there is nothing to look at
    None,         ///< the layer mixes nothing
    State,        ///< one state that all of them changed: none of them can be looked at by itself
};

/// Attention weights of one token in one layer.
struct LayerAttention {
    LayerMemory memory = LayerMemory::Keys;
    uint32_t heads = 0;   ///< 0: the layer has no attention
    uint32_t window = 0;  ///< positions that the layer sees, the token itself included; 0: all
    size_t first = 0;     ///< the first position that it sees
    /// Shape (heads, positions from `first` up to the token's own): shares from 0 to 1. Those of a head sum
    /// to 1, or to less where the model may look at nothing (a sink, as gpt-oss has).
    std::vector<float> shares;

    size_t positions() const noexcept { return heads == 0 ? 0 : shares.size() / heads; }
};

struct TokenAttention {
    std::vector<TokenId> tokens;  ///< what the model read, the token being the last; cuts left out the rest
    std::vector<LayerAttention> layers;
    int reusedTokens = 0;  ///< of `tokens`, those whose keys were in the cache
    /// Of all pictures that `tokens` show; the last one may end after the last token.
    std::vector<PictureGrid> pictures = {};
};

/// Which token is asked about.
struct AttentionQuestion {
    std::vector<TokenId> tokens;     ///< the whole conversation up to it, itself the last
    std::vector<ContextShift> cuts;  ///< as in GenerationRequest; those that do not hold for it are left out
    std::string tenant;              ///< as in GenerationRequest
    std::stop_token stop = {};       ///< ends it before the next layer
    std::vector<TokenSpan> spans = {};         ///< as in Prompt
    std::vector<PromptPicture> pictures = {};  ///< the same
    std::vector<MessagePicture> files = {};    ///< of all messages of the request
};

/// Hears the answer, on the thread that calls Engine::step(). Must not throw, and calls nothing of the
/// engine.
class AttentionListener {
public:
    virtual ~AttentionListener() = default;
    /// The last call, one of the two. Error(Cancelled) after a stop request.
    virtual void looked(TokenAttention attention) = 0;
    virtual void failed(const Error& error) = 0;
};

}  // namespace hearth
