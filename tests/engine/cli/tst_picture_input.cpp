#include "cli/picture_input.h"

#include "hearth/error.h"
#include "picture/picture_errors.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth;
using namespace hearth::cli;

namespace {

const std::string pictures = HEARTH_SOURCE_DIR "/tests/reference/pictures/";

}  // namespace

class TestPictureInput : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// Reads messages from a file of the temporary folder.
    std::vector<ChatMessage> messages(const QByteArray& json) const {
        QFile file(m_folder.filePath("chat.json"));
        if (!file.open(QFile::WriteOnly) || file.write(json) != json.size())
            throw Error(ErrorCode::Io, "The test cannot write.");
        file.close();
        return readMessages(file.fileName().toStdString());
    }

private slots:
    void picturesFollowTheirOption() {
        constexpr std::array known{imageOption, Option{"--prompt", "-p", "TEXT", ""}};
        const std::string one = pictures + "jpeg-420.jpg", two = pictures + "png-0-1.png";
        const std::vector<std::string> words{"--image", one, two, "-p", "x"};
        const auto read = readPictures(Arguments(words, known));
        QCOMPARE(read.size(), size_t{2});
        QCOMPARE(read[0].file->hash(), readPicture(one)->hash());
        QCOMPARE(read[1].file->hash(), readPicture(two)->hash());
        const std::vector<std::string> bare{two};
        QVERIFY_EXCEPTION_THROWN(readPictures(Arguments(bare, known)), UsageError);
    }

    void whatIsNoPictureIsRefused() {
        try {
            (void)readPicture(HEARTH_SOURCE_DIR "/README.md");
            QFAIL("it was read");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::notAPicture));
        }
        QVERIFY_EXCEPTION_THROWN(readPicture(m_folder.filePath("none.png").toStdString()), Error);
    }

    /// By an absolute path, and by one beside the list.
    void messagesHavePicturesByPath() {
        QVERIFY(
            QFile::copy(QString::fromStdString(pictures + "png-0-1.png"), m_folder.filePath("beside.png")));
        const auto read = messages(
            R"({"messages": [{"role": "system", "content": "Be brief."},
                {"role": "user", "content": [{"type": "text", "text": "First:"},
                {"type": "image", "path": ")" +
            QByteArray::fromStdString(pictures) +
            R"(jpeg-420.jpg"}, {"type": "text", "text": " Second:"}, {"type": "image", "path": "beside.png"}]}]})");
        QCOMPARE(read.size(), size_t{2});
        QCOMPARE(read[0].content, std::string("Be brief."));
        QCOMPARE(read[1].content, std::string("First: Second:"));
        QCOMPARE(read[1].pictures.size(), size_t{2});
        QCOMPARE(read[1].pictures[0].at, size_t{6});
        QCOMPARE(read[1].pictures[1].at, size_t{14});
        QCOMPARE(read[1].pictures[0].file->hash(), readPicture(pictures + "jpeg-420.jpg")->hash());
        QCOMPARE(read[1].pictures[1].file->hash(), readPicture(pictures + "png-0-1.png")->hash());
    }

    void otherListsAreRefused() {
        for (const char* json : {"", "[", "7", "[]", "{}", R"([{"content": "x"}])",
                                 R"([{"role": "user", "content": [{"type": "x"}]}])",
                                 R"([{"role": "user", "content": [{"type": "image"}]}])"})
            QVERIFY_EXCEPTION_THROWN(messages(json), Error);
    }
};

QTEST_GUILESS_MAIN(TestPictureInput)
#include "tst_picture_input.moc"
