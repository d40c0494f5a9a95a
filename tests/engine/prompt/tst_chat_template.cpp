#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

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

QTEST_GUILESS_MAIN(TestChatTemplate)
#include "tst_chat_template.moc"
