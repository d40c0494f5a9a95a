#include "http/response.h"

#include <utility>

#include "http/exchange.h"

namespace hearth::http {

Response::Response(std::shared_ptr<Exchange> exchange) : m_exchange(std::move(exchange)) {
}

Response::~Response() {
    m_exchange->abandon();
}

void Response::send(int status, std::string_view contentType, std::string body, Headers extra) {
    m_exchange->send(status, contentType, std::move(body), extra);
}

void Response::begin(int status, std::string_view contentType, Headers extra) {
    m_exchange->begin(status, contentType, extra);
}

bool Response::write(std::string bytes) {
    return m_exchange->write(std::move(bytes));
}

void Response::end() {
    m_exchange->end();
}

void Response::onGone(std::function<void()> call) {
    m_exchange->onGone(std::move(call));
}

bool Response::gone() const {
    return m_exchange->gone();
}

}  // namespace hearth::http
