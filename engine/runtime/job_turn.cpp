#include "hearth/job_turn.h"

#include <condition_variable>
#include <mutex>
#include <utility>

#include "runtime/processor_turns.h"

namespace hearth {

/// A seat that a thread can wait for. Shares ownership of the turns, so that a host may end before a job.
class JobTurn::Seat {
public:
    explicit Seat(std::shared_ptr<ProcessorTurns> turns)
        : m_turns(std::move(turns)), m_place(*m_turns, [this] { grant(); }) {}

    /// False: a stop was requested first.
    bool wait(const std::stop_token& stop) {
        m_place.end();
        while (!m_place.begin(Priority::Background)) {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_isGranted; })) return false;
            m_isGranted = false;
        }
        return true;
    }
    void leave() { m_place.leave(); }

private:
    void grant() {
        {
            const std::scoped_lock lock(m_mutex);
            m_isGranted = true;
        }
        m_changed.notify_all();
    }

    const std::shared_ptr<ProcessorTurns> m_turns;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_isGranted = false;
    ProcessorTurns::Seat m_place;  // last: it calls grant()
};

JobTurn::JobTurn(std::shared_ptr<ProcessorTurns> turns, std::stop_token stop)
    : m_stop(std::move(stop)), m_seat(turns ? std::make_unique<Seat>(std::move(turns)) : nullptr) {
}

JobTurn::~JobTurn() = default;

void JobTurn::giveWay() {
    if (!m_seat) return;
    if (m_stop.stop_requested() || !m_seat->wait(m_stop)) m_seat->leave();
}

void JobTurn::leave() {
    if (m_seat) m_seat->leave();
}

}  // namespace hearth
