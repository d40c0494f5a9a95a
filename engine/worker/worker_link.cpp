#include "worker/worker_link.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "hearth/platform/environment.h"
#include "hearth/platform/pipe.h"
#include "hearth/platform/readiness.h"
#include "worker/worker_errors.h"

namespace hearth {

using wire::Answer;
using wire::Order;

namespace {

/// The descriptors of the channels in the new process: calls, questions, orders.
constexpr int firstChannel = 3;

/// Both ends of three channels; ends that are not given away are closed.
class SocketPairs {
public:
    SocketPairs() {
        for (const platform::SocketPair& pair : m_pairs)
            if (!pair.isOpen()) m_problem = errno;
    }
    int problem() const noexcept { return m_problem; }
    Channel take(size_t pair) { return Channel(std::move(m_pairs[pair].first)); }
    int otherEnd(size_t pair) const noexcept { return m_pairs[pair].second.descriptor(); }

private:
    /// No descriptor may have a number that it or another one gets in the new process, or one would
    /// replace another.
    static constexpr int lowest = 64;
    std::array<platform::SocketPair, 3> m_pairs{platform::SocketPair(lowest), platform::SocketPair(lowest),
                                                platform::SocketPair(lowest)};
    int m_problem = 0;
};

/// Returns 0, or the system's error number.
int spawn(const std::vector<std::string>& command, const SocketPairs& sockets,
          platform::ChildProcess& process) {
    std::array<std::pair<int, int>, 3> descriptors;
    for (int i = 0; i < 3; ++i)
        descriptors[static_cast<size_t>(i)] = {sockets.otherEnd(static_cast<size_t>(i)), firstChannel + i};
    return process.start(command, descriptors, platform::childEnvironment(platform::ChildVariables::Plain));
}

std::chrono::milliseconds now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

WorkerLink::WorkerLink(const WorkerProcess& process, std::function<void()> ended)
    : m_patience(process.patience), m_ended(std::move(ended)) {
    SocketPairs sockets;
    const int problem =
        sockets.problem() != 0 ? sockets.problem() : spawn(process.command, sockets, m_process);
    if (problem != 0) throw Error(errors::workerNotStarted, {std::strerror(problem)});
    m_calls.channel = sockets.take(0);
    m_questions.channel = sockets.take(1);
    m_orders = sockets.take(2);
    for (Channel* const channel : {&m_calls.channel, &m_questions.channel, &m_orders})
        channel->setPatience(m_patience);
    if (m_ended && m_leaving.isOpen()) m_watch = std::jthread([this] { watch(); });
}

void WorkerLink::watch() const {
    // Nothing is ever said here, but a process that ends closes it.
    using platform::Ready;
    std::array ends{
        platform::Awaited{.descriptor = m_orders.socket().descriptor(), .wanted = Ready::HalfClosed},
        platform::Awaited{.descriptor = m_leaving.descriptor(), .wanted = Ready::ToRead}};
    while (platform::waitUntilReady(ends, -1) < 0 && errno == EINTR) {
    }
    if (ends[1].found == Ready::Nothing) m_ended();
}

WorkerLink::~WorkerLink() {
    m_leaving.raise();
    if (m_watch.joinable()) m_watch.join();
    if (!m_isGone) {
        // It may have blocks of the cache on their way to the disk.
        constexpr auto patience = std::chrono::milliseconds(2000);
        wire::Writer last;
        last.put(++m_calls.last);
        last.put(wire::Call::End);
        if (m_calls.channel.send(last.bytes())) waitFor(patience);
    }
    (void)end();
}

bool WorkerLink::waitFor(std::chrono::milliseconds longest) {
    const std::scoped_lock lock(m_endMutex);
    return m_isGivenUp || m_process.waitFor(longest);
}

Error WorkerLink::end() {
    m_isGone = true;
    // It may be on its way out: then its own end says more than ours.
    constexpr auto patience = std::chrono::milliseconds(100);
    if (m_spokeNonsense || m_wasStuck || !waitFor(patience)) {
        {
            const std::scoped_lock lock(m_endMutex);
            if (!m_isGivenUp) m_process.kill();
        }
        // A disk or a network that does not answer can hold even a killed process.
        constexpr auto longest = std::chrono::milliseconds(2000);
        waitFor(longest);
        const std::scoped_lock lock(m_endMutex);
        m_isGivenUp = !m_process.hasEnded();
    }
    if (m_spokeNonsense) return Error(errors::workerNonsense);
    if (m_wasStuck)
        return Error(errors::workerStuck, {std::chrono::ceil<std::chrono::seconds>(m_patience).count()});
    const std::scoped_lock lock(m_endMutex);
    const platform::ChildStatus status = m_process.status();
    if (m_isGivenUp || status.wasKilled()) return Error(errors::workerKilled);
    return Error(errors::workerCrashed, {status.number});
}

void WorkerLink::refuse() {
    m_spokeNonsense = true;
    giveUp();
}

void WorkerLink::giveUp() {
    m_isGone = true;
    throw WorkerGone();
}

std::string WorkerLink::exchange(Lane& lane, Order stopOrder, uint8_t what, const std::string& arguments,
                                 const std::stop_token& stop,
                                 const std::function<void(wire::Reader&)>& hear) {
    const std::scoped_lock lock(lane.mutex);
    if (m_isGone) throw WorkerGone();
    wire::Writer message;
    const uint64_t number = ++lane.last;
    message.put(number);
    message.put(what);
    message.raw(arguments.data(), arguments.size());
    if (!lane.channel.send(message.bytes())) {
        if (lane.channel.wasSilent()) m_wasStuck = true;
        giveUp();
    }
    const std::stop_callback passOn(stop, [this, stopOrder, number] { order(stopOrder, number); });
    std::optional<wire::SentError> failure;
    try {
        while (auto answer = lane.channel.receive()) {
            wire::Reader in(*answer);
            switch (in.take<Answer>()) {
                case Answer::Done:
                    lane.stopAsked = std::chrono::milliseconds(0);
                    return answer->substr(1);
                case Answer::Failed:
                    failure = in.take<wire::SentError>();
                    lane.stopAsked = std::chrono::milliseconds(0);
                    break;
                case Answer::Part:
                    if (hear) hear(in);
                    break;
                case Answer::Alive:
                    if (!ignoresStop(lane)) break;
                    m_wasStuck = true;
                    giveUp();
            }
            if (failure) break;
        }
    } catch (const Error& error) {
        m_isGone = true;
        if (!error.is(errors::workerNonsense)) throw;
        m_spokeNonsense = true;
    } catch (...) {
        // The rest of an answer that was not read to its end would be taken for the next one.
        m_isGone = true;
        throw;
    }
    if (failure) throw Error(failure->code, failure->message);
    if (lane.channel.wasSilent()) m_wasStuck = true;
    giveUp();
}

std::string WorkerLink::call(wire::Call call, const std::string& arguments, const std::stop_token& stop,
                             const std::function<void(wire::Reader&)>& hear) {
    return exchange(m_calls, Order::StopCall, static_cast<uint8_t>(call), arguments, stop, hear);
}

std::string WorkerLink::ask(wire::Question question, const std::string& arguments,
                            const std::stop_token& stop) {
    return exchange(m_questions, Order::StopQuestion, static_cast<uint8_t>(question), arguments, stop, {});
}

void WorkerLink::noteStop(Lane& lane) {
    auto none = std::chrono::milliseconds(0);
    lane.stopAsked.compare_exchange_strong(none, now());
}

bool WorkerLink::ignoresStop(const Lane& lane) const {
    const std::chrono::milliseconds since = lane.stopAsked;
    return m_patience.count() > 0 && since.count() > 0 && now() - since > m_patience;
}

void WorkerLink::order(Order order, uint64_t number) {
    if (order == Order::StopCall) noteStop(m_calls);
    if (order == Order::StopQuestion) noteStop(m_questions);
    const std::scoped_lock lock(m_ordersMutex);
    (void)m_orders.send(wire::packed(order, number));
}

void WorkerLink::cancel(RequestId id, bool last) {
    if (last) noteStop(m_calls);
    order(Order::Cancel, id);
}

void WorkerLink::proceed() {
    order(Order::Proceed, 0);
}

void WorkerLink::stopAttention(uint64_t number) {
    order(Order::StopAttention, number);
}

}  // namespace hearth
