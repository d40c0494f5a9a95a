#include <QtTest>

#include "hearth/routing.h"

using namespace hearth;

class TestRouteDecision : public QObject {
    Q_OBJECT

    static GenerationRequest asking(const std::vector<std::pair<std::string, std::string>>& messages) {
        GenerationRequest request;
        for (const auto& [role, content] : messages) {
            request.messages.emplace_back().role = role;
            request.messages.back().content = content;
        }
        return request;
    }
    static std::string decided(const GenerationRequest& request, const RoutingRule& rule = {}) {
        const RouteOutcome outcome = decideRoute(rule, request);
        return std::string(routeTargetName(outcome.target)) + " " +
               std::string(routeReasonName(outcome.reason));
    }
    static const char* code() { return "```\nx\n```"; }

private slots:
    void theRulesInTheirOrder() {
        RoutingRule rule;
        rule.longestPrompt = 100;
        rule.longestTurn = 20;
        QCOMPARE(decided(asking({{"user", "Hello"}}), rule), std::string("small easy"));
        QCOMPARE(decided(asking({{"user", std::string(21, 'x')}}), rule), std::string("large long_turn"));
        QCOMPARE(decided(asking({{"user", std::string(20, 'x')}}), rule), std::string("small easy"));
        QCOMPARE(decided(asking({{"system", std::string(101, 'x')}, {"user", "Hi"}}), rule),
                 std::string("large long_prompt"));
        QCOMPARE(decided(asking({{"user", code()}}), rule), std::string("large code"));
        QCOMPARE(decided(asking({{"user", "/small " + std::string(200, 'x')}}), rule),
                 std::string("small hint"));
        QCOMPARE(decided(asking({{"user", "/large Hi"}}), rule), std::string("large hint"));
        GenerationRequest asked = asking({{"user", "/large Hi"}});
        asked.route = RouteTarget::Small;
        QCOMPARE(decided(asked, rule), std::string("small asked"));
    }
    void lengthsAreCharacters() {
        RoutingRule rule;
        rule.longestTurn = 3;
        QCOMPARE(decided(asking({{"user", "äöü"}}), rule), std::string("small easy"));
        QCOMPARE(decided(asking({{"user", "äöüß"}}), rule), std::string("large long_turn"));
    }
    void toolsAndEarlierCallsAreOfThePrompt() {
        RoutingRule rule;
        rule.longestPrompt = 50;
        GenerationRequest request = asking({{"user", "Hi"}});
        request.templateVariables = std::string(60, 'x');
        QCOMPARE(decided(request, rule), std::string("large long_prompt"));
    }
    void whatAToolAnsweredIsTheTurn() {
        RoutingRule rule;
        rule.longestTurn = 10;
        QCOMPARE(decided(asking({{"user", "Hi"}, {"assistant", ""}, {"tool", std::string(11, 'x')}}), rule),
                 std::string("large long_turn"));
    }
    void codeStaysHard() {
        // Of the user alone, but in any message.
        QCOMPARE(decided(asking({{"user", code()}, {"assistant", "So."}, {"user", "Why?"}})),
                 std::string("large code"));
        QCOMPARE(
            decided(asking({{"system", code()}, {"user", "Hi"}, {"assistant", code()}, {"user", "So?"}})),
            std::string("small easy"));
        RoutingRule rule;
        rule.codeIsHard = false;
        QCOMPARE(decided(asking({{"user", code()}}), rule), std::string("small easy"));
    }
    void aHintIsAWordInFrontOfTheLastMessage() {
        QCOMPARE(decided(asking({{"user", " \n/large\nHi"}})), std::string("large hint"));
        QCOMPARE(decided(asking({{"user", "/large"}})), std::string("large hint"));
        QCOMPARE(decided(asking({{"user", "/larger"}})), std::string("small easy"));
        QCOMPARE(decided(asking({{"user", "Hi /large"}})), std::string("small easy"));
        QCOMPARE(decided(asking({{"user", "/large Hi"}, {"assistant", "So."}, {"user", "And?"}})),
                 std::string("small easy"));
    }
    void aTextIsOneMessage() {
        GenerationRequest request;
        request.rawText = "/large Once";
        QCOMPARE(decided(request), std::string("large hint"));
        removeRouteHints({}, request);
        QCOMPARE(request.rawText, std::optional<std::string>("Once"));
        request.rawText = code();
        QCOMPARE(decided(request), std::string("large code"));
        QCOMPARE(decided(GenerationRequest{}), std::string("small easy"));
    }
    void hintsAreNotOfThePrompt() {
        GenerationRequest request = asking({{"system", "/large stays"},
                                            {"user", "/large  first\nline"},
                                            {"assistant", "/small stays"},
                                            {"user", "plain"},
                                            {"user", "/small"}});
        removeRouteHints({}, request);
        std::vector<std::string> texts;
        for (const ChatMessage& message : request.messages) texts.push_back(message.content);
        QCOMPARE(texts,
                 (std::vector<std::string>{"/large stays", "first\nline", "/small stays", "plain", ""}));
    }
    void picturesStayBetweenTheirTexts() {
        GenerationRequest request = asking({{"user", "/large See this"}});
        for (const int at : {0, 7, 10, 15})
            request.messages[0].pictures.push_back({static_cast<size_t>(at), nullptr});
        removeRouteHints({}, request);
        QCOMPARE(request.messages[0].content, std::string("See this"));
        std::vector<size_t> places;
        for (const MessagePicture& picture : request.messages[0].pictures) places.push_back(picture.at);
        QCOMPARE(places, (std::vector<size_t>{0, 0, 3, 8}));
    }
};

QTEST_GUILESS_MAIN(TestRouteDecision)
#include "tst_route_decision.moc"
