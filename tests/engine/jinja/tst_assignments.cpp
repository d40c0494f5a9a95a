#include <QtTest>

#include "hearth/chat_template.h"
#include "snippet_test.h"
#include "support/reference_pack.h"

using namespace hearth;
using hearth::test::renderSnippet;
using Json = nlohmann::ordered_json;

class TestAssignments : public QObject {
    Q_OBJECT

private slots:
    void appends() {
        QCOMPARE(
            renderSnippet("{% set ns = namespace(a='x') %}{% for i in range(3) %}"
                          "{% set ns.a = ns.a ~ i ~ '-' %}{% set ns.a = ns.a + 'b' %}{% endfor %}{{ ns.a }}"),
            std::string("x0-b1-b2-b"));
        QCOMPARE(renderSnippet("{% set ns = namespace(a='<') %}{% set ns.a = ns.a ~ s %}"
                               "{% set ns.a = ns.a ~ s + '>' %}{{ ns.a }}",
                               true),
                 std::string("<⟦Hello, WorldHello, World⟧>"));
    }
    void whoElseHoldsTheStringKeepsIt() {
        const std::string grow = "{% set ns.a = ns.a + 'x' %}{% set ns.a = ns.a ~ 'y' %}";
        QCOMPARE(renderSnippet("{% set ns = namespace(a='a') %}" + grow + "{% set b = ns.a %}" + grow +
                               "{{ b }} {{ ns.a }}"),
                 std::string("axy axyxy"));
        QCOMPARE(renderSnippet("{% set ns = namespace(a='a') %}" + grow + "{% set l = [ns.a] %}" + grow +
                               "{% set d = {ns.a: 1} %}" + grow + "{{ l }} {{ d }} {{ ns.a }}"),
                 std::string("['axy'] {'axyxy': 1} axyxyxy"));
        QCOMPARE(
            renderSnippet("{% set ns = namespace(a='a') %}" + grow + "{% set ns.a = ns.a ~ ns.a ~ '!' %}" +
                          "{% set ns.a = ns.a + ns.a %}{{ ns.a }}"),
            std::string("axyaxy!axyaxy!"));
        // A literal is the same string at each pass.
        QCOMPARE(renderSnippet("{% for i in range(2) %}{% set ns = namespace(a='') %}{% set ns.a = 'k' %}" +
                               grow + "{{ ns.a }} {% endfor %}"),
                 std::string("kxy kxy "));
    }
    void theLeftSideIsReadFirst() {
        QCOMPARE(renderSnippet("{% set ns = namespace(a='a') %}{% set ns.a = ns.a ~ 'b' %}"
                               "{% macro m() %}{% set ns.a = ns.a ~ 'X' %}m{% endmacro %}"
                               "{% set ns.a = ns.a ~ m() %}{{ ns.a }}"),
                 std::string("abm"));
    }
    void otherTypesStayAsTheyWere() {
        QCOMPARE(renderSnippet("{% set ns = namespace(a=1, l=[1]) %}{% set ns.a = ns.a + 2 %}"
                               "{% set ns.l = ns.l + [2] %}{% set ns.a = ns.a ~ 4 %}{{ ns.a }} {{ ns.l }}"),
                 std::string("34 [1, 2]"));
        QVERIFY(
            renderSnippet("{% set ns = namespace(a='a') %}{% set ns.a = ns.a + 1 %}").starts_with("error: "));
        QCOMPARE(renderSnippet("{% set ns = namespace(a='<' | safe) %}{% set ns.a = ns.a + '<' %}{{ ns.a }}"),
                 std::string("<&lt;"));
        QVERIFY(renderSnippet("{% set ns = namespace(a='a' * 1000) %}{% for i in range(100000) %}"
                              "{% set ns.a = ns.a ~ s * 100 %}{% endfor %}")
                    .starts_with("error: "));
    }
    void aLongChatGathersItsOutput() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto chatTemplate = ChatTemplate::parse(test::readText(pack / "templates" / "Reka-Edge.jinja"));
        Json messages = Json::array();
        for (int i = 0; i < 2000; ++i) {
            messages.push_back(
                {{"role", i % 2 == 0 ? "user" : "assistant"}, {"content", std::string(4096, 'x')}});
        }
        const std::string text =
            chatTemplate.renderText({{"messages", messages}, {"add_generation_prompt", true}});
        QVERIFY(text.size() > 2000 * 4096);
    }
};

QTEST_GUILESS_MAIN(TestAssignments)
#include "tst_assignments.moc"
