#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "server/reply_job.h"

namespace hearth::server {

/// One request that was answered: who asked what, never the text.
struct RequestRecord {
    std::chrono::system_clock::time_point at;
    std::string client;  ///< its program, by the User-Agent, or its address
    std::string route, model;
    int status = 200;
    bool cancelled = false;
    int promptTokens = 0, cachedTokens = 0, generatedTokens = 0;
    double firstTokenMs = 0, totalMs = 0;
};

/// What a client has asked for since the start.
struct ClientFigures {
    uint64_t requests = 0, failed = 0, promptTokens = 0, cachedTokens = 0, generatedTokens = 0;
    std::chrono::system_clock::time_point last;
};

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
