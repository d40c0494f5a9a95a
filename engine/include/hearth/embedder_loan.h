#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "hearth/model_host.h"

namespace hearth {

/// An embedder of a host, lent to a thread that waits for it, which then works with the priority that it has
/// in the system. Until the loan ends, nobody else has the embedder. Not for tasks of the host.
class EmbedderLoan {
public:
    /// Asks for the embedder.
    EmbedderLoan(ModelHost& host, const std::string& embedder, Priority priority);
    /// Gives it back, or asks for it no longer.
    ~EmbedderLoan();
    EmbedderLoan(const EmbedderLoan&) = delete;
    EmbedderLoan& operator=(const EmbedderLoan&) = delete;

    /// Waits for the embedder. nullptr: a stop was requested, or the time is over. Throws the Error for which
    /// there is none.
    Embedder* wait(const std::stop_token& stop, std::optional<std::chrono::milliseconds> longest = {});
    /// Requested when the embedder is about to go; to be asked for after wait().
    std::stop_token stop() const;

private:
    struct Shared;
    const std::shared_ptr<Shared> m_shared;
};

}  // namespace hearth
