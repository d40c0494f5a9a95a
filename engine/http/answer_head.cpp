#include "http/answer_head.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace hearth::http {

namespace {

std::string_view reasonOf(int status) {
    switch (status) {
        case 100:
            return "Continue";
        case 200:
            return "OK";
        case 201:
            return "Created";
        case 202:
            return "Accepted";
        case 204:
            return "No Content";
        case 304:
            return "Not Modified";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 408:
            return "Request Timeout";
        case 409:
            return "Conflict";
        case 411:
            return "Length Required";
        case 413:
            return "Content Too Large";
        case 414:
            return "URI Too Long";
        case 415:
            return "Unsupported Media Type";
        case 417:
            return "Expectation Failed";
        case 422:
            return "Unprocessable Content";
        case 429:
            return "Too Many Requests";
        case 431:
            return "Request Header Fields Too Large";
        case 500:
            return "Internal Server Error";
        case 501:
            return "Not Implemented";
        case 503:
            return "Service Unavailable";
        case 505:
            return "HTTP Version Not Supported";
        default:
            return "Answer";
    }
}

// As RFC 9110 section 5.6.7 wants it, in English whatever the locale.
std::string dateOf(int64_t unixSeconds) {
    static constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    using namespace std::chrono;
    const sys_seconds time{seconds(unixSeconds)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
                  kDays[weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                  kMonths[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()));
    return text.data();
}

void addField(std::string& head, std::string_view name, std::string_view value) {
    head += name;
    head += ": ";
    head += value;
    head += "\r\n";
}

}  // namespace

bool mayBeAdded(const Headers& extra) {
    static constexpr std::array<std::string_view, 8> kOwn = {
        "Content-Length", "Transfer-Encoding", "Connection", "Date",
        "Keep-Alive",     "Upgrade",           "Trailer",    "Content-Type"};
    for (const auto& [name, value] : extra) {
        if (!isToken(name) || !isFieldValue(value)) return false;
        if (sameName(std::string_view(name).substr(0, 15), "Access-Control-")) return false;
        for (const std::string_view own : kOwn)
            if (sameName(name, own)) return false;
    }
    return true;
}

std::string answerHead(int status, std::string_view contentType, const Headers& extra,
                       const Headers& connectionHeaders, const AnswerFraming& framing, int64_t unixSeconds) {
    std::string head = "HTTP/1.1 " + std::to_string(status) + " " + std::string(reasonOf(status)) + "\r\n";
    addField(head, "Date", dateOf(unixSeconds));
    if (!contentType.empty()) addField(head, "Content-Type", contentType);
    if (framing.length) addField(head, "Content-Length", std::to_string(*framing.length));
    if (framing.chunked) addField(head, "Transfer-Encoding", "chunked");
    if (framing.close) addField(head, "Connection", "close");
    // Nothing guesses another type, and nothing keeps an answer.
    addField(head, "X-Content-Type-Options", "nosniff");
    if (!findHeader(extra, "Cache-Control")) addField(head, "Cache-Control", "no-store");
    for (const auto& [name, value] : connectionHeaders) addField(head, name, value);
    for (const auto& [name, value] : extra) addField(head, name, value);
    head += "\r\n";
    return head;
}

}  // namespace hearth::http
