#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "hearth/platform/child_process.h"
#include "hearth/platform/pipe.h"
#include "hearth/worker.h"
#include "worker/channel.h"
#include "worker/engine_wire.h"
#include "worker/sent_pictures.h"
#include "worker/worker_calls.h"

namespace hearth {

/// That a process ended before its time; why is for WorkerLink::end() to say.
struct WorkerGone {};

/// A process in which a model runs, and the channels to it. Calls and questions may come from any thread,
/// each in its turn.
class WorkerLink {
public:
    /// Starts it. `ended` is called once, from another thread, when it ends before its time or is no longer
    /// waited for, and not any more when this goes. Throws errors::workerNotStarted.
    explicit WorkerLink(const WorkerProcess& process, std::function<void()> ended = {});
    /// Ends it, in whatever state.
    ~WorkerLink();
    WorkerLink(const WorkerLink&) = delete;
    WorkerLink& operator=(const WorkerLink&) = delete;

    /// Has it do something: `arguments` as wire::packed() has them. `hear` gets the parts that come before
    /// the answer. What it answers, from the byte behind Answer::Done. Throws what it answers, and
    /// WorkerGone; of what makes no sense nothing is heard but that it is gone.
    std::string call(wire::Call call, const std::string& arguments, const std::stop_token& stop = {},
                     const std::function<void(wire::Reader&)>& hear = {});
    std::string ask(wire::Question question, const std::string& arguments, const std::stop_token& stop = {});
    /// Its answer made no sense. Throws WorkerGone.
    [[noreturn]] void refuse();
    /// Has a request end. `last`: nothing else runs there, so it has to answer soon.
    void cancel(RequestId id, bool last);
    /// The same of a question about attention.
    void stopAttention(uint64_t number);
    /// Lets a job continue, after each of its parts.
    void proceed();
    /// Ends it if need be and says what ended it before its time. From any thread; the first answer stays.
    Error end();
    bool isGone() const noexcept { return m_isGone; }
    int process() const noexcept { return m_process.id(); }
    /// Pictures that were sent to the process.
    SentPictures& pictures() noexcept { return m_pictures; }

private:
    struct Lane {
        std::mutex mutex;
        Channel channel;
        uint64_t last = 0;
        /// When it was asked to stop what is under way, and has not answered since; 0: it was not.
        std::atomic<std::chrono::milliseconds> stopAsked{std::chrono::milliseconds(0)};
    };
    std::string exchange(Lane& lane, wire::Order stopOrder, uint8_t what, const std::string& arguments,
                         const std::stop_token& stop, const std::function<void(wire::Reader&)>& hear);
    void order(wire::Order order, uint64_t number);
    static void noteStop(Lane& lane);
    /// It says that it works, long after it was asked to stop.
    bool ignoresStop(const Lane& lane) const;
    /// Waits for its end, or for that of this.
    void watch() const;
    /// It is of no more use.
    [[noreturn]] void giveUp();
    bool waitFor(std::chrono::milliseconds longest);

    const std::chrono::milliseconds m_patience;
    const std::function<void()> m_ended;
    platform::ChildProcess m_process;
    Lane m_calls, m_questions;
    std::mutex m_ordersMutex;
    Channel m_orders;
    SentPictures m_pictures;
    std::atomic<bool> m_isGone = false, m_spokeNonsense = false, m_wasStuck = false;
    std::mutex m_endMutex;
    bool m_isGivenUp = false;      ///< was killed and has not ended in time
    platform::WakeFlag m_leaving;  ///< this goes
    std::jthread m_watch;
};

}  // namespace hearth
