#pragma once

#include <memory>
#include <string>

#include "http/response.h"

namespace hearth::server {

/// An answer of server-sent events, which begins with the first of them. For one thread.
class EventWriter {
public:
    explicit EventWriter(std::shared_ptr<http::Response> response);

    bool hasBegun() const noexcept { return m_begun; }
    /// False: the client is gone.
    bool write(std::string events);
    void end();
    /// The last event, and the end.
    void fail(std::string event);
    /// Instead of a stream: a body of JSON.
    void refuse(int status, std::string body);

private:
    std::shared_ptr<http::Response> m_response;
    bool m_begun = false;
};

}  // namespace hearth::server
