#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "hearth/request_record.h"

namespace hearth::server {

/// Figures of a server, and a log of the last requests. From any thread; all of it is bounded.
class ServerFigures {
public:
    static constexpr size_t mostRecords = 200, mostClients = 100;

    void add(RequestRecord record);
    std::vector<RequestRecord> log() const;
    std::map<std::string, ClientFigures> clients() const;

    /// In Prometheus' text form. `running` and `waiting`: replies and requests now.
    std::string metrics(int running, size_t waiting) const;

private:
    /// Times in seconds by upper bound (Prometheus' histogram).
    struct Histogram {
        static constexpr std::array<double, 12> bounds = {0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
                                                          1,    2.5,   5,    10,  30,   60};
        std::array<uint64_t, bounds.size()> counts{};
        uint64_t count = 0;
        double sum = 0;

        void add(double seconds);
        std::string text(const std::string& name) const;
    };

    mutable std::mutex m_mutex;
    std::deque<RequestRecord> m_log;
    std::map<std::string, ClientFigures> m_clients;
    std::map<std::pair<std::string, int>, uint64_t> m_requests;  ///< by route and status
    uint64_t m_promptTokens = 0, m_cachedTokens = 0, m_generatedTokens = 0, m_cancelled = 0;
    Histogram m_firstToken, m_total;
};

}  // namespace hearth::server
