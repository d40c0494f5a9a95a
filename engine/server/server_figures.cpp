#include "server/server_figures.h"

#include <algorithm>
#include <utility>

#include "server/prometheus_text.h"

namespace hearth::server {

void ServerFigures::Histogram::add(double seconds) {
    for (size_t i = 0; i < bounds.size(); ++i)
        if (seconds <= bounds[i]) ++counts[i];
    ++count;
    sum += seconds;
}

std::string ServerFigures::Histogram::text(const std::string& name) const {
    std::string out = "# TYPE " + name + " histogram\n";
    for (size_t i = 0; i < bounds.size(); ++i)
        out +=
            name + "_bucket{le=\"" + prometheusNumber(bounds[i]) + "\"} " + std::to_string(counts[i]) + "\n";
    out += name + "_bucket{le=\"+Inf\"} " + std::to_string(count) + "\n";
    return out + name + "_sum " + prometheusNumber(sum) + "\n" + name + "_count " + std::to_string(count) +
           "\n";
}

void ServerFigures::add(RequestRecord record) {
    const std::scoped_lock lock(m_mutex);
    ++m_requests[{record.route, record.status}];
    m_cancelled += record.cancelled ? 1 : 0;
    const auto prompt = static_cast<uint64_t>(record.promptTokens);
    const auto cached = static_cast<uint64_t>(record.cachedTokens);
    const auto generated = static_cast<uint64_t>(record.generatedTokens);
    m_promptTokens += prompt;
    m_cachedTokens += cached;
    m_generatedTokens += generated;
    if (record.firstTokenMs > 0) m_firstToken.add(record.firstTokenMs / 1000);
    m_total.add(record.totalMs / 1000);
    if (m_clients.size() >= mostClients && !m_clients.contains(record.client)) {
        // The one that was away for longest makes room.
        m_clients.erase(
            std::min_element(m_clients.begin(), m_clients.end(),
                             [](const auto& a, const auto& b) { return a.second.last < b.second.last; }));
    }
    ClientFigures& client = m_clients[record.client];
    ++client.requests;
    client.failed += record.status >= 400 ? 1 : 0;
    client.promptTokens += prompt;
    client.cachedTokens += cached;
    client.generatedTokens += generated;
    client.last = record.at;
    m_log.push_back(std::move(record));
    if (m_log.size() > mostRecords) m_log.pop_front();
}

std::vector<RequestRecord> ServerFigures::log() const {
    const std::scoped_lock lock(m_mutex);
    return {m_log.begin(), m_log.end()};
}

std::map<std::string, ClientFigures> ServerFigures::clients() const {
    const std::scoped_lock lock(m_mutex);
    return m_clients;
}

std::string ServerFigures::metrics(int running, size_t waiting) const {
    const std::scoped_lock lock(m_mutex);
    std::string out =
        "# HELP hearth_requests_total Requests answered.\n# TYPE hearth_requests_total counter\n";
    for (const auto& [key, count] : m_requests)
        out += "hearth_requests_total{route=\"" + key.first + "\",status=\"" + std::to_string(key.second) +
               "\"} " + std::to_string(count) + "\n";
    const auto counter = [&](const char* name, const char* help, uint64_t value) {
        out += prometheusSample(name, help, "counter", static_cast<double>(value));
    };
    counter("hearth_requests_cancelled_total", "Requests whose client went away.", m_cancelled);
    counter("hearth_prompt_tokens_total", "Tokens of prompts.", m_promptTokens);
    counter("hearth_cached_tokens_total", "Tokens of prompts that were cached.", m_cachedTokens);
    counter("hearth_generated_tokens_total", "Tokens generated.", m_generatedTokens);
    out += prometheusSample("hearth_replies_running", "Replies being made.", "gauge", running);
    out += prometheusSample("hearth_requests_waiting", "Requests that wait for their turn.", "gauge",
                            static_cast<double>(waiting));
    out += m_firstToken.text("hearth_time_to_first_token_seconds");
    return out + m_total.text("hearth_request_seconds");
}

}  // namespace hearth::server
