#pragma once

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "worker/worker_link.h"

namespace hearth {

/// The process that serves a model just now, for whoever asks it beside the calls: another takes its place
/// when it ends. From any thread.
class CurrentWorker {
public:
    std::shared_ptr<WorkerLink> get() const {
        const std::scoped_lock lock(m_mutex);
        return m_link;
    }
    void set(std::shared_ptr<WorkerLink> link) {
        const std::scoped_lock lock(m_mutex);
        m_link.swap(link);
    }
    /// An answer to a question. Throws what it throws there, and why the process ended.
    std::string ask(wire::Question question, const std::string& arguments,
                    const std::stop_token& stop) const {
        const auto link = get();
        if (!link) throw Error(ErrorCode::Cancelled, "The model was let go.");
        try {
            return link->ask(question, arguments, stop);
        } catch (const WorkerGone&) {
            throw link->end();
        }
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<WorkerLink> m_link;
};

}  // namespace hearth
