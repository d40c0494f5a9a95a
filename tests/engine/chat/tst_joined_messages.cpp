#include "chat/joined_messages.h"

#include <QtTest>

using namespace hearth;

class TestJoinedMessages : public QObject {
    Q_OBJECT
private slots:
    void picturesKeepTheirPlacesBetweenTexts() {
        ChatMessage to{.role = "user", .content = "one", .reasoning = {}, .tokens = {}};
        to.pictures = {{.at = 3, .file = nullptr}};
        ChatMessage from{.role = "user", .content = "two three", .reasoning = {}, .tokens = {}};
        from.pictures = {{.at = 0, .file = nullptr}, {.at = 3, .file = nullptr}};
        appendMessage(to, from, "\n");
        QCOMPARE(to.content, std::string("one\ntwo three"));
        QCOMPARE(to.pictures.size(), size_t{3});
        QCOMPARE(to.pictures[0].at, size_t{3});
        QCOMPARE(to.pictures[1].at, size_t{4});
        QCOMPARE(to.pictures[2].at, size_t{7});
    }

    void nothingIsPutBesideWhatSaysNothing() {
        ChatMessage to, text;
        text.content = "text";
        appendMessage(to, text, "\n");
        appendMessage(to, ChatMessage{}, "\n");
        QCOMPARE(to.content, std::string("text"));
        // A picture alone says something.
        ChatMessage picture;
        picture.pictures = {{.at = 0, .file = nullptr}};
        appendMessage(picture, text, "\n");
        QCOMPARE(picture.content, std::string("\ntext"));
        QCOMPARE(picture.pictures[0].at, size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestJoinedMessages)
#include "tst_joined_messages.moc"
