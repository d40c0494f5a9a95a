#include "http/request_reader.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/http/parser.hpp>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "http/head_fields.h"
#include "http/head_scanner.h"
#include "http/target.h"

namespace hearth::http {

namespace {

namespace beast = boost::beast;
using ErrorCode = beast::error_code;

// A body in a string that grows with what comes: Beast's own takes the announced length at once.
struct GrowingBody {
    using value_type = std::string;
    class reader {
    public:
        template <bool isRequest, class Fields>
        reader(beast::http::header<isRequest, Fields>&, std::string& body) : m_body(body) {}
        void init(const boost::optional<std::uint64_t>&, ErrorCode& error) { error = {}; }
        template <class Buffers>
        std::size_t put(const Buffers& buffers, ErrorCode& error) {
            error = {};
            std::size_t taken = 0;
            for (const auto buffer : beast::buffers_range_ref(buffers)) {
                m_body.append(static_cast<const char*>(buffer.data()), buffer.size());
                taken += buffer.size();
            }
            return taken;
        }
        void finish(ErrorCode& error) { error = {}; }

    private:
        std::string& m_body;
    };
};

using Parser = beast::http::request_parser<GrowingBody>;

// Maximum number of bytes between the data of two chunks: a line end, and a line with a length, which may
// have leading zeros.
constexpr size_t kChunkLine = 32;
// Bytes of framing that a body may have in addition to as many bytes as it has itself.
constexpr size_t kChunkSpare = 1024 * 1024;

bool isKnownMethod(std::string_view method) {
    static constexpr std::array<std::string_view, 7> kMethods = {"GET",   "HEAD",   "POST",   "PUT",
                                                                 "PATCH", "DELETE", "OPTIONS"};
    for (const std::string_view known : kMethods)
        if (method == known) return true;
    return false;
}

}  // namespace

class RequestReader::Parts {
public:
    Parts(const Limits& limits, Check check)
        : m_limits(limits), m_check(std::move(check)), m_scanner(limits) {}

    size_t feed(std::string_view bytes) {
        size_t taken = 0;
        if (state == State::Head) {
            taken = m_scanner.feed(bytes);
            if (m_scanner.refusal())
                refuse(*m_scanner.refusal());
            else if (m_scanner.isWhole())
                readHead();
        }
        if (state == State::Body) taken += readBody(bytes.substr(taken));
        return taken;
    }

    Head take() {
        Head whole = std::move(head);
        if (m_parser) whole.request.body = std::move(m_parser->get().body());
        m_parser.reset();
        head = {};
        m_framing = 0;
        state = State::Head;
        return whole;
    }

    bool hasBegun() const { return state != State::Head || m_scanner.hasBegun(); }
    size_t bodyBytes() const { return m_parser ? m_parser->get().body().size() : 0; }

    State state = State::Head;
    Head head;
    Refusal refusal;

private:
    void refuse(const Refusal& why) {
        refusal = why;
        state = State::Refused;
        m_parser.reset();
    }

    void readHead() {
        const std::string text = m_scanner.takeText();
        // "HTTP/2.0" is a version like others; anything else is no HTTP.
        const size_t lineEnd = text.find('\r');
        const std::string_view version =
            std::string_view(text).substr(0, lineEnd).substr(text.find_last_of(' ', lineEnd) + 1);
        const bool isVersion = version.size() == 8 && version.starts_with("HTTP/") && version[6] == '.' &&
                               isdigit(static_cast<unsigned char>(version[5])) &&
                               isdigit(static_cast<unsigned char>(version[7]));
        if (!isVersion) return refuse(refusals::malformed);
        if (version != "HTTP/1.1" && version != "HTTP/1.0") return refuse(refusals::badVersion);
        m_parser = std::make_unique<Parser>();
        m_parser->on_chunk_header(m_onChunk);
        m_parser->header_limit(static_cast<std::uint32_t>(m_limits.headerBytes + 1));
        m_parser->body_limit(m_limits.bodyBytes);
        ErrorCode error;
        const size_t used = m_parser->put(boost::asio::buffer(text), error);
        if (!error && (used != text.size() || !m_parser->is_header_done()))
            return refuse(refusals::malformed);
        if (error && error != beast::http::error::body_limit) return refuse(nameOf(error));
        // Beast lets more pass than this server does, and both have to read the same.
        if (const auto ours = readFields(version == "HTTP/1.0")) return refuse(*ours);
        if (error) return refuse(refusals::bodyTooLarge);
        state = m_parser->is_done() ? State::Whole : State::Body;
    }

    // Beast gives the fields before the one that it refuses.
    Refusal nameOf(const ErrorCode& error) const {
        const auto& fields = m_parser->get();
        const bool length = fields.count("Content-Length") > 0,
                   coding = fields.count("Transfer-Encoding") > 0;
        if (error == beast::http::error::bad_transfer_encoding)
            return length ? refusals::twoLengths : refusals::duplicateField;
        if (error == beast::http::error::bad_content_length)
            return coding ? refusals::twoLengths : length ? refusals::duplicateField : refusals::badLength;
        return refusals::malformed;
    }

    std::optional<Refusal> readFields(bool http10) {
        Request& request = head.request;
        const auto& message = m_parser->get();
        request.method = std::string(message.method_string());
        for (const auto& field : message)
            request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
        if (!isKnownMethod(request.method)) return refusals::badMethod;
        auto target = parseTarget(request.method, {message.target().data(), message.target().size()});
        if (const auto* refusal_ = std::get_if<Refusal>(&target)) return *refusal_;
        auto fields = readHeadFields(request.method, request.headers, http10);
        if (const auto* refusal_ = std::get_if<Refusal>(&fields)) return *refusal_;
        auto& [path, query, authority] = std::get<Target>(target);
        auto& read = std::get<HeadFields>(fields);
        if (read.length.value_or(0) > m_limits.bodyBytes) return refusals::bodyTooLarge;
        if (!authority.empty() && !read.host.empty() && !sameName(authority, read.host))
            return refusals::noHost;
        if (read.chunked != m_parser->chunked()) return refusals::malformed;
        request.path = std::move(path);
        request.query = std::move(query);
        head.http10 = http10;
        head.close = read.close;
        head.wantsContinue = read.wantsContinue;
        head.host = authority.empty() ? std::move(read.host) : std::move(authority);
        m_fieldCount = request.headers.size();
        return m_check ? m_check(head) : std::nullopt;
    }

    size_t readBody(std::string_view bytes) {
        size_t taken = 0;
        while (taken < bytes.size() && state == State::Body) {
            const size_t before = bodyBytes();
            ErrorCode error;
            const size_t used =
                m_parser->put(boost::asio::buffer(bytes.data() + taken, bytes.size() - taken), error);
            const size_t framing = used - (bodyBytes() - before);
            taken += used;
            m_framing += framing;
            if (error == beast::http::error::need_more) {
                if (bytes.size() - taken > kChunkLine) refuse(refusals::badChunk);
                return taken;
            }
            if (error == beast::http::error::body_limit) {
                // A line that is too long is refused as such, whatever its length field says, as if it came
                // in pieces.
                const size_t end = bytes.find("\r\n", taken + 2);
                refuse(end != bytes.npos && end + 2 - taken > kChunkLine ? refusals::badChunk
                                                                         : refusals::bodyTooLarge);
            } else if (error || framing > kChunkLine) {
                refuse(refusals::badChunk);
            } else if (m_framing > bodyBytes() + kChunkSpare) {
                refuse(refusals::smallChunks);
            } else if (m_parser->is_done()) {
                // Trailers would have become header fields after these were checked.
                const auto& fields = m_parser->get();
                const auto count = static_cast<size_t>(std::distance(fields.begin(), fields.end()));
                if (count != m_fieldCount)
                    refuse(refusals::badChunk);
                else
                    state = State::Whole;
            } else if (used == 0) {
                return taken;
            }
        }
        return taken;
    }

    const Limits m_limits;
    const Check m_check;
    HeadScanner m_scanner;
    // Extensions have a meaning only for parties that agreed on them. Servers that skip them have been used
    // for request smuggling.
    std::function<void(std::uint64_t, beast::string_view, ErrorCode&)> m_onChunk =
        [](std::uint64_t, beast::string_view extension, ErrorCode& error) {
            if (!extension.empty()) error = beast::http::error::bad_chunk_extension;
        };
    std::unique_ptr<Parser> m_parser;
    size_t m_fieldCount = 0;
    size_t m_framing = 0;
};

RequestReader::RequestReader(const Limits& limits, Check check)
    : m_parts(std::make_unique<Parts>(limits, std::move(check))) {
}

RequestReader::~RequestReader() = default;

size_t RequestReader::feed(std::string_view bytes) {
    return m_parts->feed(bytes);
}

RequestReader::State RequestReader::state() const {
    return m_parts->state;
}

bool RequestReader::hasBegun() const {
    return m_parts->hasBegun();
}

size_t RequestReader::bodyBytes() const {
    return m_parts->bodyBytes();
}

const RequestReader::Head& RequestReader::head() const {
    return m_parts->head;
}

const Refusal& RequestReader::refusal() const {
    return m_parts->refusal;
}

RequestReader::Head RequestReader::take() {
    return m_parts->take();
}

}  // namespace hearth::http
