#include "snippet_test.h"

#include <nlohmann/json.hpp>

#include "hearth/chat_template.h"
#include "hearth/error.h"
#include "support/reference_pack.h"

namespace hearth::test {

namespace {

using Json = nlohmann::ordered_json;

const Json& snippets() {
    static const Json pack = [] {
        Json read = Json::parse(
            readText(std::string(HEARTH_SOURCE_DIR) + "/tests/engine/jinja/template_snippets.json"));
        read["context"]["now"] = read["now"];
        return read;
    }();
    return pack;
}

}  // namespace

struct SnippetTest::Cases {
    std::vector<const Json*> all;
    size_t atLeast = 0;
};

SnippetTest::SnippetTest(const char* file, int atLeast) : m_cases(std::make_unique<Cases>()) {
    m_cases->atLeast = static_cast<size_t>(atLeast);
    for (const Json& one : snippets().at("cases")) {
        if (one.at("file") == file) m_cases->all.push_back(&one);
    }
}

SnippetTest::~SnippetTest() = default;

void SnippetTest::asJinja2_data() {
    QTest::addColumn<int>("index");
    QVERIFY2(m_cases->all.size() >= m_cases->atLeast, "cases of this file are missing");
    for (size_t i = 0; i < m_cases->all.size(); ++i)
        QTest::newRow(m_cases->all[i]->at("template").get<std::string>().substr(0, 200).c_str())
            << static_cast<int>(i);
}

void SnippetTest::asJinja2() {
    QFETCH(const int, index);
    const Json& one = *m_cases->all[static_cast<size_t>(index)];
    const std::string text = renderSnippet(one.at("template"));
    if (one.contains("error")) {
        QVERIFY2(text.starts_with("error: ") && text.size() > 12, ("no error, but: " + text).c_str());
    } else {
        QCOMPARE(QString::fromStdString(text), QString::fromStdString(one.at("expected")));
    }
}

std::string renderSnippet(const std::string& source, bool marked) {
    try {
        std::string text;
        for (const PromptPiece& piece : ChatTemplate::parse(source).render(snippets().at("context")))
            text += !marked || piece.trusted ? piece.text : "⟦" + piece.text + "⟧";
        return text;
    } catch (const Error& error) {
        return std::string("error: ") + error.what();
    }
}

}  // namespace hearth::test
