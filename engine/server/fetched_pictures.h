#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "openai/field_reader.h"

namespace hearth::server {

/// Reads the file at an http or https address. Throws Error: why it cannot be read, one sentence; Cancelled
/// soon after a stop request.
using PictureFetcher =
    std::function<std::vector<std::byte>(const std::string& url, const std::stop_token& stop)>;

/// Replaces the addresses of pictures in requests by the pictures, as data URLs. What was fetched is kept for
/// a while, because chats send all of their pictures with each turn. One thread at a time.
class FetchedPictures {
public:
    /// Limits of what is kept: bytes of base64, and time.
    static constexpr size_t mostKeptBytes = size_t{128} << 20U;
    static constexpr std::chrono::minutes keptFor{60};
    /// Addresses that one request may have fetched.
    static constexpr size_t mostFetches = 16;

    explicit FetchedPictures(PictureFetcher fetch) : m_fetch(std::move(fetch)) {}

    /// Returns false for bodies that certainly have no address of a picture.
    static bool mayConcern(std::string_view body);
    /// Replaces them in the messages of a request in the form of any API. Throws a Refusal that names the
    /// field.
    void replaceIn(openai::Json& body, const std::stop_token& stop);

private:
    struct Kept {
        std::string url, base64;
        std::chrono::steady_clock::time_point fetched;
    };
    void replaceParts(const std::string& name, openai::Json& value, const std::stop_token& stop);
    void replacePart(const std::string& name, openai::Json& part, const std::stop_token& stop);
    /// Base64 of the picture at the address.
    const std::string& fetched(const std::string& field, const std::string& url, const std::stop_token& stop);

    const PictureFetcher m_fetch;
    std::list<Kept> m_kept;  ///< the last used first
    size_t m_keptBytes = 0, m_fetches = 0;
};

}  // namespace hearth::server
