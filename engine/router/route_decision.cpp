#include <algorithm>
#include <optional>
#include <utility>

#include "hearth/routing.h"

namespace hearth {

namespace {

/// Code points of a text that is UTF-8.
int64_t charactersOf(std::string_view text) {
    return std::count_if(text.begin(), text.end(),
                         [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; });
}

/// The text after a hint; nullopt: the text does not begin with it.
std::optional<std::string_view> behindHint(std::string_view text, std::string_view hint) {
    constexpr std::string_view spaces = " \t\r\n";
    const size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return std::nullopt;
    text.remove_prefix(begin);
    if (!text.starts_with(hint)) return std::nullopt;
    text.remove_prefix(hint.size());
    if (!text.empty() && spaces.find(text.front()) == std::string_view::npos) return std::nullopt;
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    return text;
}

std::optional<std::pair<RouteTarget, std::string_view>> hintOf(const RoutingRule& rule,
                                                               std::string_view text) {
    for (const std::string& hint : rule.largeHints)
        if (const auto rest = behindHint(text, hint)) return std::pair(RouteTarget::Large, *rest);
    for (const std::string& hint : rule.smallHints)
        if (const auto rest = behindHint(text, hint)) return std::pair(RouteTarget::Small, *rest);
    return std::nullopt;
}

bool isUsers(const ChatMessage& message) {
    return message.role == "user";
}

/// The current turn: the user's last message, or a later answer of a tool.
std::string_view turnOf(const GenerationRequest& request) {
    if (request.messages.empty()) return request.rawText ? std::string_view(*request.rawText) : "";
    for (auto message = request.messages.rbegin(); message != request.messages.rend(); ++message)
        if (message->role != "assistant") return message->content;
    return {};
}

std::string_view lastOfUser(const GenerationRequest& request) {
    if (request.messages.empty()) return request.rawText ? std::string_view(*request.rawText) : "";
    const auto message = std::find_if(request.messages.rbegin(), request.messages.rend(), isUsers);
    return message == request.messages.rend() ? std::string_view() : std::string_view(message->content);
}

int64_t promptCharacters(const GenerationRequest& request) {
    // Tools stand there, which are a part of the prompt.
    int64_t all =
        charactersOf(request.templateVariables) + (request.rawText ? charactersOf(*request.rawText) : 0);
    for (const ChatMessage& message : request.messages)
        all +=
            charactersOf(message.content) + charactersOf(message.reasoning) + charactersOf(message.toolCalls);
    return all;
}

bool asksAboutCode(const GenerationRequest& request) {
    const auto isAbout = [](std::string_view text) { return holdsCode(text) || asksForCode(text); };
    if (request.messages.empty()) return isAbout(turnOf(request));
    return std::any_of(request.messages.begin(), request.messages.end(), [&](const ChatMessage& message) {
        return isUsers(message) && isAbout(message.content);
    });
}

}  // namespace

RouteOutcome decideRoute(const RoutingRule& rule, const GenerationRequest& request) {
    if (request.route) return {.target = *request.route, .reason = RouteReason::Asked};
    if (const auto hint = hintOf(rule, lastOfUser(request)))
        return {.target = hint->first, .reason = RouteReason::Hint};
    const auto large = [](RouteReason reason) {
        return RouteOutcome{.target = RouteTarget::Large, .reason = reason};
    };
    if (promptCharacters(request) > rule.longestPrompt) return large(RouteReason::LongPrompt);
    if (charactersOf(turnOf(request)) > rule.longestTurn) return large(RouteReason::LongTurn);
    if (rule.codeIsHard && asksAboutCode(request)) return large(RouteReason::Code);
    return {};
}

void removeRouteHints(const RoutingRule& rule, GenerationRequest& request) {
    const auto clean = [&](std::string& text) {
        const auto hint = hintOf(rule, text);
        const size_t removed = hint ? text.size() - hint->second.size() : 0;
        text.erase(0, removed);
        return removed;
    };
    for (ChatMessage& message : request.messages) {
        if (!isUsers(message)) continue;
        const size_t removed = clean(message.content);
        for (MessagePicture& picture : message.pictures) picture.at -= std::min(picture.at, removed);
    }
    if (request.rawText) (void)clean(*request.rawText);
}

}  // namespace hearth
