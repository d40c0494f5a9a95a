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

    void detailsAreOfAllOrOfEach() {
        constexpr std::array known{imageOption, detailOption};
        const std::string one = pictures + "jpeg-420.jpg", two = pictures + "png-0-1.png";
        const auto details = [&](std::vector<std::string> words) {
            std::vector<PictureDetail> read;
            for (const MessagePicture& picture : readPictures(Arguments(words, known)))
                read.push_back(picture.detail);
            return read;
        };
        using enum PictureDetail;
        using Details = std::vector<PictureDetail>;
        QVERIFY(details({"--image", one, two}) == (Details{Auto, Auto}));
        QVERIFY(details({"--image", one, "--detail", "low", two}) == (Details{Low, Low}));
        QVERIFY(details({"--detail=high", "--image", one}) == Details{High});
        QVERIFY(details({"--image", one, "--detail", "low", "--image", two, "--detail", "auto"}) ==
                (Details{Low, Auto}));
        const std::vector<std::vector<std::string>> wrong{
            {"--detail", "low"},
            {"--image", one, "--detail", "medium"},
            {"--image", one, "--detail", "low", "--detail", "high"}};
        for (const auto& words : wrong) QVERIFY_EXCEPTION_THROWN((void)details(words), UsageError);
    }

    void picturesOfAChatAreNamedWithTheirDetail() {
        const auto told = [](const char* words) {
            const NamedPicture named = readNamedPicture(words, PictureDetail::Auto);
            return QString::fromStdString(named.path) + u'|' + QString::number(int(named.detail));
        };
        const auto expected = [](const char* path, PictureDetail detail) {
            return QString(path) + u'|' + QString::number(int(detail));
        };
        QCOMPARE(told("a b.png"), expected("a b.png", PictureDetail::Auto));
        QCOMPARE(told(" a b.png  --detail low "), expected("a b.png", PictureDetail::Low));
        QCOMPARE(told("--detail high a b.png"), expected("a b.png", PictureDetail::High));
        QCOMPARE(told("--detail auto a.png"), expected("a.png", PictureDetail::Auto));
        QCOMPARE(told("x --detail low.png"), expected("x --detail low.png", PictureDetail::Auto));
        QCOMPARE(told("x --detail low/a"), expected("x --detail low/a", PictureDetail::Auto));
        QCOMPARE(told(""), expected("", PictureDetail::Auto));
        QCOMPARE(readNamedPicture("a.png", PictureDetail::High).detail, PictureDetail::High);
        QVERIFY_EXCEPTION_THROWN(readNamedPicture("a.png --detail much", PictureDetail::Auto), UsageError);
        QVERIFY_EXCEPTION_THROWN(readNamedPicture("--detail much a.png", PictureDetail::Auto), UsageError);
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
            R"(jpeg-420.jpg"}, {"type": "text", "text": " Second:"}, {"type": "image", "path": "beside.png", "detail": "low"}]}]})");
        QCOMPARE(read.size(), size_t{2});
        QCOMPARE(read[0].content, std::string("Be brief."));
        QCOMPARE(read[1].content, std::string("First: Second:"));
        QCOMPARE(read[1].pictures.size(), size_t{2});
        QCOMPARE(read[1].pictures[0].at, size_t{6});
        QCOMPARE(read[1].pictures[1].at, size_t{14});
        QCOMPARE(read[1].pictures[0].detail, PictureDetail::Auto);
        QCOMPARE(read[1].pictures[1].detail, PictureDetail::Low);
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
