#include <QtTest>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "hearth/chat_template.h"
#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;
using Json = nlohmann::ordered_json;

namespace {

Json contextOf(const Json& pack, const Json& testCase) {
    Json context;
    context["now"] = pack["now"];
    context["bos_token"] = pack["bos_token"];
    context["eos_token"] = pack["eos_token"];
    context["messages"] = testCase["messages"];
    context["add_generation_prompt"] = testCase["add_generation_prompt"];
    if (!testCase.value("needs_undefined", false)) {
        context["tools"] = nullptr;
        context["documents"] = nullptr;
    }
    if (testCase.contains("tools")) context["tools"] = pack["TOOLS"];
    if (testCase.contains("extra")) context.update(testCase["extra"]);
    return context;
}

std::string joined(const PromptPieces& pieces) {
    std::string text;
    for (const PromptPiece& piece : pieces) text += piece.text;
    return text;
}

}  // namespace

class TestChatTemplate : public QObject {
    Q_OBJECT

private slots:
    void referencePack_data();
    void referencePack();
    void errorsSayWhatIsWrong();
    void theClockIsUsedWithoutNow();
    void renderingLeavesNothingBehind();
    void threadsShareATemplate();
};

void TestChatTemplate::referencePack_data() {
    QTest::addColumn<QString>("file");
    const auto golden = test::goldenFolder();
    if (!golden) QSKIP("NOT TESTED: this needs the reference pack ($HEARTH_GOLDEN).");
    const Json pack = Json::parse(test::readText(*golden / "templates/expected.json"));
    for (const auto& [file, cases] : pack["templates"].items()) {
        QTest::newRow(file.c_str()) << QString::fromStdString(file);
    }
}

void TestChatTemplate::referencePack() {
    QFETCH(const QString, file);
    const auto folder = *test::goldenFolder() / "templates";
    static const Json pack = Json::parse(test::readText(folder / "expected.json"));
    const ChatTemplate chatTemplate = ChatTemplate::parse(test::readText(folder / file.toStdString()));
    for (const Json& testCase : pack["templates"][file.toStdString()]) {
        if (testCase.contains("skip")) continue;
        const std::string name = testCase["name"];
        try {
            const std::string text = joined(chatTemplate.render(contextOf(pack, testCase)));
            if (testCase.contains("expect_error")) {
                QFAIL(("no error in " + name).c_str());
            } else if (text != testCase["expected"].get<std::string>()) {
                qWarning("case %s", name.c_str());
                QCOMPARE(QString::fromStdString(text), QString::fromStdString(testCase["expected"]));
            }
        } catch (const Error& error) {
            if (!testCase.contains("expect_error")) QFAIL((name + ": " + error.what()).c_str());
            const std::string wanted = testCase["expect_error"];
            if (wanted.starts_with("No filter")) {
                QVERIFY(std::string(error.what()).find(wanted) != std::string::npos);
            } else {
                QCOMPARE(std::string(error.what()), wanted);
            }
        }
    }
}

void TestChatTemplate::errorsSayWhatIsWrong() {
    const auto errorOf = [](const std::string& source, const Json& context) -> std::pair<int, std::string> {
        try {
            ChatTemplate::parse(source).renderText(context);
        } catch (const Error& error) {
            return {static_cast<int>(error.code()), error.what()};
        }
        return {-1, {}};
    };
    const auto broken = errorOf("a\nb {% if x %}", {});
    QCOMPARE(broken.first, static_cast<int>(ErrorCode::BadFile));
    QVERIFY(broken.second.find("line 2") != std::string::npos &&
            broken.second.find("endif") != std::string::npos);
    const auto raised = errorOf("{{ raise_exception('Only user & \\'assistant\\'.') }}", {});
    QCOMPARE(raised.first, static_cast<int>(ErrorCode::BadInput));
    QCOMPARE(raised.second, std::string("Only user & 'assistant'."));
    QVERIFY(errorOf("{{ messages[0].content.x }}", {{"messages", Json::array()}})
                .second.find("has no element 0") != std::string::npos);
    QCOMPARE(errorOf("{{ x }}", Json::array()).first, -1);  // a context without variables
}

void TestChatTemplate::theClockIsUsedWithoutNow() {
    const std::string year = ChatTemplate::parse("{{ strftime_now('%Y') }}").renderText(Json::object());
    QVERIFY(year >= "2025" && year.size() == 4);
    QCOMPARE(ChatTemplate::parse("{{ now is defined }}{{ strftime_now('%H:%M %j') }}")
                 .renderText({{"now", "2026-02-01T07:08:09"}}),
             std::string("False07:08 032"));
}

void TestChatTemplate::renderingLeavesNothingBehind() {
    const ChatTemplate chatTemplate = ChatTemplate::parse(
        "{% set ns = namespace(l=[]) %}{% set x = ns.l.append(1) %}{% set x = d.update(a=2) %}{% set j = "
        "joiner() %}"
        "{{ j() }}{{ j() }}{{ ns.l }}{{ d }}");
    const Json context = {{"d", {{"a", 1}}}};
    for (int i = 0; i < 3; ++i) QCOMPARE(chatTemplate.renderText(context), std::string(", [1]{'a': 2}"));
    QCOMPARE(context["d"]["a"], Json(1));
}

void TestChatTemplate::threadsShareATemplate() {
    const ChatTemplate chatTemplate = ChatTemplate::parse(
        "{% macro m(x) %}<{{ x }}>{% endmacro %}{% for i in range(200) %}{{ m(i ~ 'a' + word) }}{% endfor "
        "%}");
    const std::string expected = chatTemplate.renderText({{"word", "w"}});
    std::atomic<int> equal = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i)
                equal += chatTemplate.renderText({{"word", "w"}}) == expected ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(equal.load(), 200);
}

QTEST_GUILESS_MAIN(TestChatTemplate)
#include "tst_chat_template.moc"
