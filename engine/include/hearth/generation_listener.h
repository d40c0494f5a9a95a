#pragma once

#include <cstdint>

#include "hearth/error.h"
#include "hearth/generation_result.h"
#include "hearth/reply_delta.h"

namespace hearth {

/// The number of a request, from 1 on; an engine uses each once.
using RequestId = uint64_t;

/// Priority of a request. When time or memory is short, lower ones give way to higher ones, but every
/// request makes some progress.
enum class Priority : uint8_t {
    Reading,     ///< a person looks at this chat
    Chat,        ///< other chats and programs
    Background,  ///< not waited for by a person: titles, indexing
};

/// Phase of a request.
enum class RequestPhase : uint8_t {
    Waiting,   ///< for its turn, for the first time or because others needed its memory
    Prompt,    ///< `done` of `total` tokens of its prompt are there
    Replying,  ///< `done` tokens of its reply are
};
struct RequestStatus {
    RequestPhase phase = RequestPhase::Waiting;
    int done = 0, total = 0;
};

/// Receives the events of a request, on the thread that calls Engine::step() (or generate()). Must not throw,
/// and may call only cancel() of the engine.
class GenerationListener {
public:
    virtual ~GenerationListener() = default;
    /// The last call, one of the two: the reply has ended, or the engine failed.
    virtual void finished(GenerationResult result) { (void)result; }
    virtual void failed(const Error& error) { (void)error; }
    /// After every chunk of the prompt; the first call, with done == reused, comes before any work.
    virtual void prefillProgress(int done, int total, int reused, double tokensPerS) {
        (void)done, (void)total, (void)reused, (void)tokensPerS;
    }
    /// While a picture of the prompt is read, before its rows are processed: the part of it that is done, 0
    /// to 1, and the seconds since the prompt was begun.
    virtual void readingPicture(double done, double seconds) { (void)done, (void)seconds; }
    /// Something of the reply became certain, or a token was made.
    virtual void replied(const ReplyDelta& delta) { (void)delta; }
};

}  // namespace hearth
