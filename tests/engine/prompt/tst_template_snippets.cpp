#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/chat_template.h"
#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;
using Json = nlohmann::ordered_json;

/// Hearth against Python's jinja2: template_snippets.json is written by
/// tests/reference/make_template_snippets.py. $HEARTH_SNIPPETS names another file of the same form.
class TestTemplateSnippets : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void snippets_data();
    void snippets();

private:
    Json m_pack;
};

void TestTemplateSnippets::initTestCase() {
    const QByteArray chosen = qgetenv("HEARTH_SNIPPETS");
    const std::string path =
        chosen.isEmpty() ? std::string(HEARTH_SOURCE_DIR) + "/tests/engine/prompt/template_snippets.json"
                         : chosen.toStdString();
    m_pack = Json::parse(test::readText(path));
    m_pack["context"]["now"] = m_pack["now"];
    QVERIFY(m_pack["cases"].size() >= 100);
}

void TestTemplateSnippets::snippets_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < m_pack["cases"].size(); ++i) {
        const Json& testCase = m_pack["cases"][i];
        QTest::newRow((testCase["feature"].get<std::string>() + " " + std::to_string(i)).c_str())
            << static_cast<int>(i);
    }
}

void TestTemplateSnippets::snippets() {
    QFETCH(const int, index);
    const Json& testCase = m_pack["cases"][static_cast<size_t>(index)];
    const std::string source = testCase["template"];
    const Json& context = testCase.contains("context") ? testCase["context"] : m_pack["context"];
    std::string text;
    try {
        text = ChatTemplate::parse(source).renderText(context);
    } catch (const Error& error) {
        if (!testCase.contains("error")) QFAIL((source + "\n   " + error.what()).c_str());
        QVERIFY(std::string(error.what()).size() > 3);
        return;
    }
    if (testCase.contains("error")) QFAIL((source + "\n   no error, but: " + text).c_str());
    const std::string expected = testCase["expected"];
    if (text != expected) {
        QFAIL((source + "\n   actual:   " + text + "\n   expected: " + expected).c_str());
    }
}

QTEST_GUILESS_MAIN(TestTemplateSnippets)
#include "tst_template_snippets.moc"
