#include "exchange/chat_importers.h"

#include <QDataStream>
#include <QVariant>
#include <QtTest>

#include "app/exchange/exchanged_text.h"

using namespace hearth::app;

class TestGpt4allImport : public QObject {
    Q_OBJECT

private slots:
    /// The vector of version 12 that a real QDataStream reads: one prompt "Hi", title "T".
    static QByteArray vector() {
        return QByteArray::fromHex(
            "F5D553CC0000000C0000000065000000000000020061000000020054FFFFFFFF00000002006D0000000000000001"
            "0000001000500072006F006D00700074003A00200000000400480069FFFFFFFF00000000"
            "000000000000000000000000000000000000000000000000");
    }

    void readsTheKnownVector() {
        const ExchangedConversation chat = fromGpt4All(QByteArray(vector()).replace(
            QByteArray::fromHex("00000000650000000000000200"),
            QByteArray::fromHex("0000000065000000") + QByteArray::fromHex("0000000200")));
        QCOMPARE(chat.conversation.title, QStringLiteral("T"));
        QCOMPARE(chat.conversation.createdAt, 1694498816000);
        QCOMPARE(visible(chat), QStringList({"user: Hi"}));
    }

    void everyCutIsAnError() {
        const QByteArray whole = written(12);
        QCOMPARE(visible(fromGpt4All(whole)),
                 QStringList({"user: Q", "assistant: <think>\nhmm\n</think>\n\nA"}));
        for (qsizetype size = 0; size < whole.size(); ++size)
            QVERIFY_EXCEPTION_THROWN(fromGpt4All(whole.left(size)), ImportError);
        QVERIFY_EXCEPTION_THROWN(fromGpt4All(whole + 'x'), ImportError);
    }

    void deepNestsAreRefused() {
        // Parts in parts, each a thought with one part of its own.
        QByteArray nest;
        QDataStream out(&nest, QIODevice::WriteOnly);
        out << qint64(1);
        for (int depth = 0; depth < 100; ++depth)
            out << QString("Think: ") << QString("hmm") << qint32(1200) << qint64(1);
        QByteArray bytes = written(12);
        QByteArray whole;
        QDataStream shallow(&whole, QIODevice::WriteOnly);
        shallow << qint64(3) << QString("Think: ");
        const qsizetype at = bytes.indexOf(whole);
        QVERIFY(at > 0);
        bytes = bytes.left(at) + nest + bytes.mid(at);
        try {
            fromGpt4All(bytes);
            QFAIL("it was read");
        } catch (const ImportError& error) {
            QCOMPARE(error.message(), QString("This GPT4All chat is nested too deeply."));
        }
    }

    /// Found by fuzzing: so many seconds are more milliseconds than there are numbers.
    void aTimeThatIsNoneIsLeftOut() {
        QByteArray bytes = written(12);
        const QByteArray time = QByteArray::fromHex("0000000065000000");
        QVERIFY(bytes.indexOf(time) == 8);
        for (const char* other : {"53CC0000000B0000", "8000000000000000", "FFFFFFFFFFFFFFFF"})
            QCOMPARE(fromGpt4All(bytes.replace(8, 8, QByteArray::fromHex(other))).conversation.createdAt, 0);
    }

    void olderVersionsAreRead() {
        for (const int version : {8, 10, 11})
            QCOMPARE(visible(fromGpt4All(written(version))), QStringList({"user: Q", "assistant: A"}));
        QVERIFY_EXCEPTION_THROWN(fromGpt4All(written(13)), ImportError);
    }

    void flippedBitsNeverCrash() {
        const QByteArray whole = written(12);
        int refused = 0;
        for (qsizetype bit = 0; bit < whole.size() * 8; ++bit) {
            QByteArray damaged = whole;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            try {
                fromGpt4All(damaged);
            } catch (const ImportError&) {
                ++refused;
            }
        }
        QVERIFY(refused > 0);
    }

private:
    /// A file as the program's own QDataStream writes it.
    static QByteArray written(int version) {
        QByteArray bytes;
        QDataStream out(&bytes, QIODevice::WriteOnly);
        out.setVersion(QDataStream::Qt_6_2);
        out << quint32(0xF5D553CC) << qint32(version) << qint64(1694498816) << QString("id") << QString("T")
            << QString() << QString("model.gguf") << QList<QString>{"docs"};
        if (version < 11) {
            out << true << qint32(1) << qint32(0) << QString("r") << QString("n") << quint32(5);
            out << quint32(3) << quint32(2048);
            if (version < 9) {
                out << quint64(2);
                out.writeRawData("12345678", 8);
            }
            out << quint64(1);
            out.writeRawData("1234", 4);
            out << QByteArray("state");
        }
        out << qint32(2);
        const auto item = [&](const QString& name, const QString& value, bool withParts) {
            if (version < 12) out << qint32(7);
            out << name << value;
            if (version < 10) out << QString("prompt");
            out << QString() << true << false << false << false;
            if (version >= 11 && name == "Response: ") out << false;
            if (version >= 8) {
                out << qint64(1);
                for (int i = 0; i < 7; ++i) out << QString("source");
                out << qint32(-1) << qint32(-1) << qint32(-1);
            }
            if (version >= 10) out << qint64(1) << QByteArray("file:///x") << QByteArray("content");
            if (version < 12) return;
            if (!withParts) {
                out << qint64(0);
                return;
            }
            out << qint64(3);
            out << QString("Think: ") << QString("hmm") << qint32(1200) << qint64(0);
            out << QString("ToolCall: ") << QString("code") << QString("tool") << qint64(1) << QString("p")
                << qint32(0) << QVariant(QString("v")) << QString("result") << qint32(0) << QString()
                << qint64(0);
            out << QString("Response: ") << QString("A") << qint64(0);
        };
        item("Prompt: ", "Q", false);
        item("Response: ", "A", true);
        return bytes;
    }
};

QTEST_GUILESS_MAIN(TestGpt4allImport)
#include "tst_gpt4all_import.moc"
