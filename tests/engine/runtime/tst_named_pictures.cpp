#include "runtime/named_pictures.h"

#include "support/picture_urls.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestNamedPictures : public QObject {
    Q_OBJECT

    static ChatMessage message(const char* role, const char* content, std::initializer_list<size_t> places) {
        ChatMessage message;
        message.role = role;
        message.content = content;
        const auto file =
            std::make_shared<const PictureFile>(test::readBytes(test::pictureFile("png-2-8.png")));
        for (const size_t at : places) message.pictures.push_back({at, file});
        return message;
    }

private slots:
    void standWhereThePicturesStood() {
        std::vector messages{message("tool", "See: done", {0, 5, 5, 9}), message("tool", "", {0}),
                             message("tool", "none", {})};
        namePicturesInResults(messages);
        QCOMPARE(messages[0].content, std::string("[image]See: [image][image]done[image]"));
        QCOMPARE(messages[1].content, std::string("[image]"));
        QCOMPARE(messages[2].content, std::string("none"));
        QVERIFY(messages[0].pictures.empty() && messages[1].pictures.empty());
    }
    void picturesOfPeopleStay() {
        std::vector messages{message("user", "What is this?", {0})};
        namePicturesInResults(messages);
        QCOMPARE(messages[0].content, std::string("What is this?"));
        QCOMPARE(messages[0].pictures.size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestNamedPictures)
#include "tst_named_pictures.moc"
