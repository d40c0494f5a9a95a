#pragma once

#include <functional>
#include <string>

#include "hearth/engine.h"
#include "hearth/error.h"

namespace hearth::server {

/// Receives the text and the tokens of each reply that ended: for one reply, the content.
using ReplyHeard = std::function<void(const std::string& content, const GenerationResult& result)>;

/// Sends the replies to one request to a client: one class for each format of answers. For one thread.
class ReplyWriter {
public:
    virtual ~ReplyWriter() = default;
    /// Called with the request before reply `choice` is submitted, on the thread of the engine. Throws as
    /// Engine::submit() does.
    virtual void prepare(Engine& engine, const GenerationRequest& request, int choice) {
        (void)engine, (void)request, (void)choice;
    }
    /// `done` tokens of the prompt of reply `choice` are processed, of `total`; the first call of a reply,
    /// with done == cached, comes before any work. False: the client is gone.
    virtual bool promptProgress(int choice, int done, int total, int cached) {
        (void)choice, (void)done, (void)total, (void)cached;
        return true;
    }
    /// Called before the first delta: the request is accepted. False: the client is gone.
    virtual bool begin() { return true; }
    /// Sends the next part of reply `choice`, counted from 0. False: the client is gone.
    virtual bool add(int choice, const ReplyDelta& delta) = 0;
    /// True if no further output of reply `choice` would be sent: the reply then ends as if by itself.
    virtual bool hasEnough(int choice) const {
        (void)choice;
        return false;
    }
    /// Called once for each reply; the last one ends the answer.
    virtual void finish(int choice, const GenerationResult& result) = 0;
    /// The answer cannot continue, or has not begun.
    virtual void fail(const Error& error) = 0;
};

}  // namespace hearth::server
