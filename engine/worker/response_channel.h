#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "worker/channel.h"

namespace hearth {

/// The end of a channel where calls or questions come in, one at a time, and are answered. What others want
/// to say meanwhile (sayAlive()) never gets behind an answer.
class ResponseChannel {
public:
    /// `working` counts the lanes where something is under way; it outlives this.
    ResponseChannel(Channel channel, std::atomic<int>& working);

    /// The next call; from here on until its answer it is under way. nullopt: the other end is gone. One
    /// thread calls this, part() and answer().
    std::optional<std::string> receive();
    /// Something on the way to the answer. False, as for answer(): the other end is gone.
    bool part(std::string_view message);
    bool answer(std::string_view message);
    /// Sends wire::Answer::Alive if a call is under way. From any thread.
    void sayAlive();

private:
    Channel m_channel;
    std::atomic<int>& m_working;
    std::mutex m_mutex;  ///< of what is sent
    bool m_isUnderWay = false;
};

}  // namespace hearth
