#pragma once

#include <string>
#include <string_view>

namespace hearth::http {

/// Why the transport does not pass a request on: an answer without the rest of the request. The connection is
/// closed behind it, for where the next request begins is not known.
struct Refusal {
    int status = 400;
    std::string_view code;     ///< for programs: "body_too_large"; the same whatever the words become
    std::string_view message;  ///< one sentence, ASCII without quotes and backslashes; says what to do

    bool operator==(const Refusal&) const = default;
};

/// {"error": {"message", "type", "param": null, "code"}}, the shape that clients of OpenAI's interface read.
std::string jsonOf(const Refusal& refusal);

/// One constant for each rule and limit.
namespace refusals {

inline constexpr Refusal malformed{400, "malformed_request",
                                   "The request is not well-formed HTTP; send HTTP/1.1."};
inline constexpr Refusal lineEnd{400, "bare_line_end",
                                 "A line of the request ends in a lone CR or LF; end lines with both."};
inline constexpr Refusal foldedField{400, "folded_header",
                                     "A header field goes on in the next line; put it on one line."};
inline constexpr Refusal badFieldName{
    400, "bad_header_name",
    "A header field has a name with characters that names cannot have, or a space before its colon."};
inline constexpr Refusal controlCharacter{400, "control_character",
                                          "The head of the request holds a control character; leave it out."};
inline constexpr Refusal badTarget{400, "bad_target",
                                   "The target of the request is no path; send a path such as /v1/models."};
inline constexpr Refusal duplicateField{
    400, "duplicate_header",
    "A header field that decides how the request is read is there twice; send it once."};
inline constexpr Refusal badLength{
    400, "bad_content_length", "The Content-Length is not one number; send the length of the body in bytes."};
inline constexpr Refusal twoLengths{
    400, "conflicting_lengths",
    "The request has both Content-Length and Transfer-Encoding; send one of them."};
inline constexpr Refusal chunkedTooOld{
    400, "chunked_in_http_1_0", "HTTP/1.0 has no Transfer-Encoding; send HTTP/1.1 or a Content-Length."};
inline constexpr Refusal badChunk{
    400, "bad_chunk",
    "A chunk of the body is malformed, or has an extension or trailers; send plain chunks."};
inline constexpr Refusal smallChunks{
    400, "chunks_too_small",
    "The chunks of the body are so small that their framing outweighs them; send larger ones."};
inline constexpr Refusal noHost{400, "bad_host",
                                "The request needs one Host header that is a name or an address; send one."};
inline constexpr Refusal foreignHost{
    403, "foreign_host",
    "The Host header is not an address of this server; use its address, or have the name allowed."};
inline constexpr Refusal foreignOrigin{
    403, "foreign_origin", "Pages of this origin may not ask this server; have the origin allowed."};
inline constexpr Refusal timedOut{408, "request_timeout",
                                  "The request did not arrive in time; send it again."};
inline constexpr Refusal noLength{411, "length_required",
                                  "The request needs a Content-Length, of 0 where it has no body."};
inline constexpr Refusal bodyTooLarge{
    413, "body_too_large", "The body of the request is larger than this server takes; shorten it."};
inline constexpr Refusal targetTooLong{414, "target_too_long",
                                       "The target of the request is too long; shorten it."};
inline constexpr Refusal encodedBody{
    415, "encoded_body", "The body is compressed, which this server does not read; send it as it is."};
inline constexpr Refusal badExpectation{
    417, "bad_expectation",
    "This server meets no expectation but 100-continue; leave the Expect header out."};
inline constexpr Refusal headTooLarge{
    431, "headers_too_large", "The header fields of the request are too many or too long; send fewer."};
inline constexpr Refusal badMethod{501, "unknown_method",
                                   "This server does not know the method of the request; use GET or POST."};
inline constexpr Refusal badCoding{
    501, "unknown_coding",
    "This server knows no Transfer-Encoding but chunked; send that, or a Content-Length."};
inline constexpr Refusal full{503, "too_many_connections",
                              "All connections of this server are taken; try again later."};
inline constexpr Refusal noRoomForBody{503, "too_many_bodies",
                                       "The requests of others fill the room for bodies; try again later."};
inline constexpr Refusal badVersion{505, "bad_version",
                                    "This server speaks HTTP/1.1 and HTTP/1.0; send one of them."};

}  // namespace refusals

}  // namespace hearth::http
