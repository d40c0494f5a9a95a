#include "server/fetched_pictures.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hearth/base64.h"
#include "hearth/error.h"
#include "openai/picture_parts.h"

namespace hearth::server {

using openai::Json;

namespace {

bool isWebUrl(const Json& value) {
    return value.is_string() && openai::PictureParts::isWebUrl(value.get_ref<const std::string&>());
}

}  // namespace

bool FetchedPictures::mayConcern(std::string_view body) {
    const auto has = [body](std::string_view text) { return body.find(text) != std::string_view::npos; };
    return has("image") && (has("ttp") || has("TTP"));
}

void FetchedPictures::replaceIn(Json& body, const std::stop_token& stop) {
    m_fetches = 0;
    m_begun = std::chrono::steady_clock::now();
    if (!body.is_object()) return;
    for (const char* field : {"messages", "input"})
        if (const auto found = body.find(field); found != body.end()) replaceParts(field, *found, stop);
}

void FetchedPictures::replaceParts(const std::string& name, Json& value, const std::stop_token& stop) {
    if (value.is_array()) {
        for (size_t i = 0; i < value.size(); ++i)
            replaceParts(name + "[" + std::to_string(i) + "]", value[i], stop);
    } else if (value.is_object()) {
        if (openai::PictureParts::isPicture(value)) return replacePart(name, value, stop);
        // Messages and results of tools contain parts.
        for (const char* field : {"content", "output"})
            if (const auto found = value.find(field); found != value.end())
                replaceParts(name + "." + field, *found, stop);
    }
}

void FetchedPictures::replacePart(const std::string& name, Json& part, const std::stop_token& stop) {
    const auto replaceUrl = [&](const std::string& field, Json& url) {
        if (isWebUrl(url)) url = "data:;base64," + fetched(field, url.get<std::string>(), stop);
    };
    if (const auto image = part.find("image_url"); image != part.end()) {
        if (!image->is_object()) return replaceUrl(name + ".image_url", *image);
        if (const auto url = image->find("url"); url != image->end())
            replaceUrl(name + ".image_url.url", *url);
    } else if (const auto source = part.find("source"); source != part.end() && source->is_object()) {
        const auto url = source->find("url");
        if (url == source->end() || !isWebUrl(*url)) return;
        const std::string& base64 = fetched(name + ".source.url", url->get<std::string>(), stop);
        *source = {{"type", "base64"}, {"data", base64}};
    }
}

const std::string& FetchedPictures::fetched(const std::string& field, const std::string& url,
                                            const std::stop_token& stop) {
    const auto now = std::chrono::steady_clock::now();
    const auto found = std::ranges::find(m_kept, url, &Kept::url);
    if (found != m_kept.end() && now - found->fetched < keptFor) {
        m_kept.splice(m_kept.begin(), m_kept, found);
        return m_kept.front().base64;
    }
    if (found != m_kept.end()) {
        m_keptBytes -= found->base64.size();
        m_kept.erase(found);
    }
    if (++m_fetches > mostFetches)
        openai::refuseField(field,
                            "is one of more than " + std::to_string(mostFetches) +
                                " URLs in a request; send some images as data URLs.",
                            "too_many_images");
    if (now - m_begun > longestRequest)
        openai::refuseField(field, "was not reached in time; send some images as data URLs.",
                            "invalid_image_url");
    try {
        m_kept.push_front({url, base64Of(m_fetch(url, stop)), now});
    } catch (const Error& error) {
        openai::refuseField(field, std::string("cannot be fetched: ") + error.what(), "invalid_image_url");
    }
    m_keptBytes += m_kept.front().base64.size();
    // The first is returned, whatever its size.
    while (m_keptBytes > mostKeptBytes && m_kept.size() > 1) {
        m_keptBytes -= m_kept.back().base64.size();
        m_kept.pop_back();
    }
    return m_kept.front().base64;
}

}  // namespace hearth::server
