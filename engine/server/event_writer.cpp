#include "server/event_writer.h"

#include <utility>

namespace hearth::server {

EventWriter::EventWriter(std::shared_ptr<http::Response> response) : m_response(std::move(response)) {
}

bool EventWriter::write(std::string events) {
    if (events.empty()) return !m_response->gone();
    if (!std::exchange(m_begun, true))
        m_response->begin(200, "text/event-stream", {{"Cache-Control", "no-cache"}});
    return m_response->write(std::move(events));
}

void EventWriter::end() {
    m_response->end();
}

void EventWriter::fail(std::string event) {
    (void)write(std::move(event));
    end();
}

void EventWriter::refuse(int status, std::string body) {
    m_response->send(status, "application/json", std::move(body));
}

}  // namespace hearth::server
