#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>

#include "hearth/own_process.h"
#include "own_process/channel.h"
#include "own_process/engine_wire.h"
#include "own_process/process_calls.h"

namespace hearth {

/// That a process ended before its time; why is for ProcessLink::end() to say.
struct ProcessGone {};

/// A process in which a model runs, and the channels to it. Calls and questions may come from any thread,
/// each in its turn.
class ProcessLink {
public:
    /// Starts it. Throws errors::processNotStarted.
    explicit ProcessLink(const std::vector<std::string>& command);
    /// Ends it, in whatever state.
    ~ProcessLink();
    ProcessLink(const ProcessLink&) = delete;
    ProcessLink& operator=(const ProcessLink&) = delete;

    /// Has it do something: `arguments` as wire::packed() has them. `hear` gets the parts that come before
    /// the answer. What it answers, from the byte behind Answer::Done. Throws what it answers, and
    /// ProcessGone; of what makes no sense nothing is heard but that it is gone.
    std::string call(wire::Call call, const std::string& arguments, const std::stop_token& stop = {},
                     const std::function<void(wire::Reader&)>& hear = {});
    std::string ask(wire::Question question, const std::string& arguments, const std::stop_token& stop = {});
    /// Its answer made no sense. Throws ProcessGone.
    [[noreturn]] void refuse();
    /// Has a request end.
    void cancel(RequestId id);
    /// The same of a question about attention.
    void stopAttention(uint64_t number);
    /// Ends it if need be and says what ended it before its time. From any thread; the first answer stays.
    Error end();
    bool isGone() const noexcept { return m_isGone; }
    pid_t process() const noexcept { return m_process; }

private:
    struct Lane {
        std::mutex mutex;
        Channel channel;
        uint64_t last = 0;
    };
    std::string exchange(Lane& lane, wire::Order stopOrder, uint8_t what, const std::string& arguments,
                         const std::stop_token& stop, const std::function<void(wire::Reader&)>& hear);
    void order(wire::Order order, uint64_t number);
    /// It is of no more use.
    [[noreturn]] void giveUp();
    bool waitFor(int milliseconds);

    pid_t m_process = -1;
    Lane m_calls, m_questions;
    std::mutex m_ordersMutex;
    Channel m_orders;
    std::atomic<bool> m_isGone = false, m_spokeNonsense = false;
    std::mutex m_endMutex;
    bool m_hasEnded = false;  ///< and was waited for
    int m_status = 0;
};

}  // namespace hearth
