#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "command_line.h"
#include "support/reference_pack.h"
#include "tiny_reference.h"

using namespace hearth::test;

class ChatCommandTest : public QObject {
    Q_OBJECT

    static CommandResult chat(const QByteArray& lines, const QStringList& more = {}) {
        return runCommand(QStringList{"chat", "-m", tinyModel(), "--temp", "0", "-n", "6", "-t", "2"} + more,
                          lines);
    }
    static QByteArray answer(const QStringList& more) {
        return runCommand(QStringList{"run", "-m", tinyModel(), "--temp", "0", "-n", "6", "-t", "2"} + more)
            .output;
    }
    /// "reused R, processed P" of each reply.
    static QList<QPair<int, int>> figures(const CommandResult& result) {
        static const QRegularExpression pattern("reused (\\d+), processed (\\d+)");
        QList<QPair<int, int>> found;
        for (auto it = pattern.globalMatch(QString::fromUtf8(result.error)); it.hasNext();) {
            const auto match = it.next();
            found << qMakePair(match.captured(1).toInt(), match.captured(2).toInt());
        }
        return found;
    }

private slots:
    void theNextStartGoesOnFromWhatWasKept() {
        const QTemporaryDir folder;
        const QStringList keep{"--keep", folder.path() + "/kept"};
        const auto first = figures(chat("tell me about the sea\nand the sky\n", keep));
        const auto second = figures(chat("tell me about the sea\nand the sky\n", keep));
        QCOMPARE(first.size(), 2);
        QCOMPARE(second.size(), 2);
        QCOMPARE(first[0].first, 0);
        // All of each prompt, and the logits behind it.
        for (const int turn : {0, 1})
            QCOMPARE(second[turn], qMakePair(first[turn].first + first[turn].second, 0));
    }

    void repliesAreThoseOfRun() {
        const auto result = chat("How warm?\n", {"--system", "Be brief."});
        QCOMPARE(result.status, 0);
        QCOMPARE(result.output, answer({"-p", "How warm?", "--system", "Be brief."}));
        QVERIFY(result.error.startsWith("llama-f32 on CPU"));
    }

    void laterTurnsReuseEarlierOnes() {
        const auto result = chat("How warm is the house?\nAnd the kettle?\n\nnever read\n");
        QCOMPARE(result.status, 0);
        const auto turns = figures(result);
        QCOMPARE(turns.size(), 2);  // the empty line ended it
        QCOMPARE(turns[0].first, 0);
        // All of the first turn but the last of its six tokens, which nothing was asked about.
        QCOMPARE(turns[1].first, turns[0].second + 5);
        QVERIFY(turns[1].second > 0);
    }

    void clearStartsAnew() {
        const auto result = chat("How warm?\n/clear\nHow warm?\n");
        QCOMPARE(result.status, 0);
        const QByteArray once = answer({"-p", "How warm?"});
        QCOMPARE(result.output, once + once);
    }

    void slidesWhereTheContextEnds() {
        const QByteArray lines =
            QByteArray("Tell me about the sea and the sky, and what lies between them.\n").repeated(12);
        const auto stopped = chat(lines, {"--ctx", "256"});
        QCOMPARE(stopped.status, 1);
        const auto result = chat(lines, {"--ctx", "256", "--overflow", "slide"});
        QCOMPARE(result.status, 0);
        QCOMPARE(figures(result).size(), 12);
        QVERIFY2(result.error.contains("tokens so far"), result.error);
        QVERIFY(isOneLineFailure(chat("x\n", {"--overflow", "maybe"}), 2));
    }

    /// The tokens of a picture are those of its detail, in a chat as in a single run.
    void picturesHaveADetail() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const QString model = QString::fromStdString((pack / "vision/gemma4-a/hf").string());
        const QString picture = QString::fromStdString((pack / "vision/pictures/photo.png").string());
        const auto runWith = [&](const QStringList& more) {
            return runCommand(QStringList{"run", "-m", model, "--image", picture, "-p", "What?", "--temp",
                                          "0", "-n", "2", "-t", "2", "--json"} +
                              more);
        };
        const auto tokens = [&](const QStringList& more) {
            return QJsonDocument::fromJson(runWith(more).output)["prompt_tokens"].toInt();
        };
        const int low = tokens({"--detail", "low"}), standard = tokens({}), high = tokens({"--detail=high"});
        QVERIFY(0 < low && low < standard && standard < high);
        QCOMPARE(tokens({"--detail", "auto"}), standard);
        QVERIFY(isOneLineFailure(runWith({"--detail", "much"}), 2));
        const auto chatWith = [&](const QString& image, const QStringList& more = {}) {
            return runCommand(QStringList{"chat", "-m", model, "--temp", "0", "-n", "2", "-t", "2"} + more,
                              ("/image " + image + "\nWhat?\n").toUtf8());
        };
        const auto read = [&](const QString& image, const QStringList& more = {}) {
            const auto found = figures(chatWith(image, more));
            return found.size() == 1 ? found[0].second : -1;
        };
        QCOMPARE(read(picture), standard);
        QCOMPARE(read(picture + " --detail low"), low);
        QCOMPARE(read("--detail high " + picture), high);
        QCOMPARE(read(picture, {"--detail", "low"}), low);
        QCOMPARE(read(picture + " --detail auto", {"--detail", "low"}), standard);
        QVERIFY(chatWith(picture + " --detail low").error.contains("[picture 1: 640 x 480, low detail]"));
        const auto wrong = chatWith(picture + " --detail much");
        QCOMPARE(wrong.status, 0);
        QVERIFY(wrong.error.contains("--detail is low, auto or high, not \"much\""));
        QVERIFY(isOneLineFailure(chatWith(picture, {"--detail", "much"}), 2));
    }

    void nothingSaidIsNoError() {
        QCOMPARE(chat("").status, 0);
        QCOMPARE(chat("").output, QByteArray());
    }

    void failures() {
        QVERIFY(isOneLineFailure(runCommand({"chat"}, "x\n"), 2));
        QVERIFY(isOneLineFailure(chat("x\n", {"--wrong"}), 2));
        QVERIFY(isOneLineFailure(chat("x\n", {"--temp", "7"}), 2));
        QVERIFY(isOneLineFailure(runCommand({"chat", "-m", "none.gguf"}, "x\n"), 1));
        // A message that does not fit: what was said before stays, the last line says why it ended.
        const auto result = chat(QByteArray(2000, 'x') + "\n", {"--ctx", "64"});
        QCOMPARE(result.status, 1);
        QVERIFY(result.error.trimmed().split('\n').last().contains("context"));
    }
};

QTEST_GUILESS_MAIN(ChatCommandTest)
#include "tst_chat_command.moc"
