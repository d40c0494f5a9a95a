#include "server/counting_port.h"

namespace hearth::server {

/// Exists until the work has ended or was dropped. Holds the port, which the work may use.
template <class Work>
struct CountingPort::Counted {
    Counted(std::shared_ptr<CountingPort> itsPort, Work itsWork)
        : port(std::move(itsPort)), work(std::move(itsWork)) {
        ++port->m_count->m_open;
        ++port->m_count->m_posted;
    }
    ~Counted() {
        // The work is open until what it holds has gone.
        work = nullptr;
        --port->m_count->m_open;
    }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

    const std::shared_ptr<CountingPort> port;
    Work work;
};

template <class Work>
auto CountingPort::counted(Work work) {
    return [one = std::make_shared<Counted<Work>>(shared_from_this(), std::move(work))](
               const auto&... given) { one->work(given...); };
}

void CountingPort::post(Task task) {
    m_model->port.post(counted(std::move(task)));
}

void CountingPort::postIfLoaded(Task task) {
    m_model->port.postIfLoaded(counted(std::move(task)));
}

void CountingPort::postIdle(IdleTask task) {
    m_model->port.postIdle(counted(std::move(task)));
}

void CountingPort::beside(std::function<void(const std::stop_token& stop)> work) {
    m_model->port.beside(counted(std::move(work)));
}

void CountingPort::cancel(RequestId id) {
    m_model->port.cancel(id);
}

void CountingPort::replyFailed(const Error& problem, bool othersRun) {
    m_model->port.replyFailed(problem, othersRun);
}

void CountingPort::watch(const std::weak_ptr<EngineWatcher>& watcher) {
    m_model->port.watch(watcher);
}

}  // namespace hearth::server
