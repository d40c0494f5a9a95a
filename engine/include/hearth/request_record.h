#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hearth {

/// One request of another program that was answered: the client, the route and the figures, never the text.
struct RequestRecord {
    std::chrono::system_clock::time_point at;
    std::string client;  ///< its program, by the User-Agent, or its address
    std::string route, model;
    int status = 200;
    bool cancelled = false;
    int promptTokens = 0, cachedTokens = 0, generatedTokens = 0;
    double firstTokenMs = 0, totalMs = 0;
};

/// Totals of a client's requests since the start.
struct ClientFigures {
    uint64_t requests = 0, failed = 0, promptTokens = 0, cachedTokens = 0, generatedTokens = 0;
    std::chrono::system_clock::time_point last;
};

}  // namespace hearth
