#include "chat/template_content.h"

#include <QtTest>

using namespace hearth;

namespace {

ChatMessage described() {
    ChatMessage message{.role = "user", .content = "First: Second:", .reasoning = {}, .tokens = {}};
    message.pictures = {{.at = 6, .file = nullptr}, {.at = 14, .file = nullptr}};
    return message;
}

}  // namespace

class TestTemplateContent : public QObject {
    Q_OBJECT
private slots:
    /// As OpenAI's API and the processors of transformers have it.
    void picturesStandBetweenTexts() {
        const auto wanted = nlohmann::ordered_json::parse(
            R"([{"type":"text","text":"First:"},{"type":"image"},
                {"type":"text","text":" Second:"},{"type":"image"}])");
        QVERIFY(templateContent(described(), false) == wanted);
    }

    void textStaysTextUnlessListsAreWanted() {
        ChatMessage message{.role = "user", .content = "Hello", .reasoning = {}, .tokens = {}};
        QVERIFY(templateContent(message, false) == nlohmann::ordered_json("Hello"));
        QVERIFY(templateContent(message, true) ==
                nlohmann::ordered_json::parse(R"([{"type":"text","text":"Hello"}])"));
        QVERIFY(templateContent({}, true) == nlohmann::ordered_json::array());
    }

    void textTakesThePlacesOfPictures() {
        const auto messages = withTextForPictures({described()}, "[p]");
        QCOMPARE(messages[0].content, std::string("First:[p] Second:[p]"));
        QVERIFY(messages[0].pictures.empty());
    }

    void templatesThatReadListsAloneAreKnown() {
        const auto lists = ChatTemplate::parse(
            "{% for m in messages %}{% for item in m.content %}{% if item.type == 'text' %}{{ item.text }}"
            "{% endif %}{% endfor %}{% endfor %}");
        QVERIFY(readsListsAlone(lists));
        const auto both = ChatTemplate::parse(
            "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}{% for item in "
            "m.content %}{% if item.type == 'text' %}{{ item.text }}{% endif %}{% endfor %}{% endif %}"
            "{% endfor %}");
        QVERIFY(!readsListsAlone(both));
        const auto texts = ChatTemplate::parse("{% for m in messages %}{{ m.content }}{% endfor %}");
        QVERIFY(!readsListsAlone(texts));
    }
};

QTEST_GUILESS_MAIN(TestTemplateContent)
#include "tst_template_content.moc"
