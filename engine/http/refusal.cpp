#include "http/refusal.h"

namespace hearth::http {

std::string jsonOf(const Refusal& refusal) {
    std::string json = "{\"error\": {\"message\": \"";
    json += refusal.message;
    json += "\", \"type\": \"";
    json += refusal.status < 500 ? "invalid_request_error" : "server_error";
    json += "\", \"param\": null, \"code\": \"";
    json += refusal.code;
    json += "\"}}";
    return json;
}

}  // namespace hearth::http
