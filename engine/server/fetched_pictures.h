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

/// Fetches the file at an http or https URL. Throws Error with the reason in one sentence; Error(Cancelled)
/// soon after a stop request.
using PictureFetcher =
    std::function<std::vector<std::byte>(const std::string& url, const std::stop_token& stop)>;

/// Replaces the URLs of pictures in requests by data URLs. Fetched pictures are kept for a while, because a
/// chat sends all of its pictures with each turn. One thread at a time.
class FetchedPictures {
public:
    /// Limits of the pictures that are kept: bytes of base64, and time.
    static constexpr size_t mostKeptBytes = size_t{128} << 20U;
    static constexpr std::chrono::minutes keptFor{60};
    /// Limits of one request: URLs to fetch, and the time after which no further one is fetched, because
    /// other requests wait meanwhile.
    static constexpr size_t mostFetches = 16;
    static constexpr std::chrono::seconds longestRequest{60};

    explicit FetchedPictures(PictureFetcher fetch) : m_fetch(std::move(fetch)) {}

    /// Returns false if the body of a request cannot contain the URL of a picture.
    static bool mayConcern(std::string_view body);
    /// Replaces the URLs in the messages of a request in the form of any API. Throws a Refusal that names the
    /// field.
    void replaceIn(openai::Json& body, const std::stop_token& stop);

private:
    struct Kept {
        std::string url, base64;
        std::chrono::steady_clock::time_point fetched;
    };
    void replaceParts(const std::string& name, openai::Json& value, const std::stop_token& stop);
    void replacePart(const std::string& name, openai::Json& part, const std::stop_token& stop);
    /// Returns the picture as base64.
    const std::string& fetched(const std::string& field, const std::string& url, const std::stop_token& stop);

    const PictureFetcher m_fetch;
    std::list<Kept> m_kept;  ///< the last used first
    size_t m_keptBytes = 0;
    // Of the request that is being read.
    size_t m_fetches = 0;
    std::chrono::steady_clock::time_point m_begun;
};

}  // namespace hearth::server
