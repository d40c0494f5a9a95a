#pragma once

#include <functional>
#include <string>

#include "engine/http/raw_client.h"
#include "http/server.h"

namespace hearth::test {

/// Bytes that a client receives of an answer by `handler`.
inline std::string servedAnswer(const http::Handler& handler, const std::string& headers = "") {
    http::ServerOptions options;
    options.port = 0;
    http::Server server(options, handler);
    RawClient client(server.port());
    client.send("GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
    return client.readAll(std::chrono::seconds(10));
}

}  // namespace hearth::test
