#pragma once

#include <functional>
#include <string>

#include "hearth/engine.h"
#include "hearth/error.h"

namespace hearth::server {

/// Hears the text and the tokens of each reply that ended: of one reply the content.
using ReplyHeard = std::function<void(const std::string& content, const GenerationResult& result)>;

/// What goes to a client of the replies to one request: one class for each form of answers. For one thread.
class ReplyWriter {
public:
    virtual ~ReplyWriter() = default;
    /// Before reply `choice` is submitted, on the thread of the engine: its request. Throws as
    /// Engine::submit() does.
    virtual void prepare(Engine& engine, const GenerationRequest& request, int choice) {
        (void)engine, (void)request, (void)choice;
    }
    /// `done` tokens of the prompt of reply `choice` are there, of `total`; the first call of a reply, with
    /// done == cached, comes before any work. False: the client is gone.
    virtual bool promptProgress(int choice, int done, int total, int cached) {
        (void)choice, (void)done, (void)total, (void)cached;
        return true;
    }
    /// Before the first delta: the request is taken. False: the client is gone.
    virtual bool begin() { return true; }
    /// What comes of reply `choice`, counted from 0. False: the client is gone.
    virtual bool add(int choice, const ReplyDelta& delta) = 0;
    /// Whether nothing that reply `choice` could still say would be told: it ends here, as if by itself.
    virtual bool hasEnough(int choice) const {
        (void)choice;
        return false;
    }
    /// Once for each reply; the last one ends the answer.
    virtual void finish(int choice, const GenerationResult& result) = 0;
    /// The answer cannot go on, or has not begun.
    virtual void fail(const Error& error) = 0;
};

}  // namespace hearth::server
