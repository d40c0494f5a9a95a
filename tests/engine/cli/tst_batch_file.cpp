#include "cli/batch_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::cli;

namespace {

const QByteArray answer =
    R"({"id":"batch_req_1","custom_id":"a","response":{"status_code":200,"request_id":"req_1","body":{}},"error":null})"
    "\n";
const QByteArray refused =
    R"({"id":"batch_req_2","custom_id":"b","response":{"status_code":400,"request_id":"req_2","body":{}},"error":null})"
    "\n";
const QByteArray fault =
    R"({"custom_id":null,"response":null,"error":{"code":"invalid_json","message":"x","line":3}})"
    "\n";
const QByteArray duplicate =
    R"({"custom_id":"c","response":null,"error":{"code":"duplicate_custom_id","message":"x","line":4}})"
    "\n";

}  // namespace

class BatchFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QFile m_input;

    QString path() const { return m_folder.filePath("out.jsonl"); }
    void put(const QByteArray& bytes) {
        QFile file(path());
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
    }
    QByteArray bytes() const {
        QFile file(path());
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
    }
    std::string name() const { return path().toStdString(); }
    /// Error of opening the file; the code decides, the text is for the report.
    std::optional<ErrorCode> refusal() {
        try {
            const BatchFile file(name(), platform::FileHandle(m_input.handle()));
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    }

private slots:
    void init() {
        if (!m_input.isOpen()) {
            m_input.setFileName(m_folder.filePath("in.jsonl"));
            QVERIFY(m_input.open(QFile::ReadWrite));
        }
        QFile::remove(path());
    }

    void isForItsOwnerOnly() {
        BatchFile file(name(), platform::FileHandle(m_input.handle()));
        struct stat status {};
        QCOMPARE(stat(name().c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0600U);
        file.append(answer.toStdString());
        file.append(fault.toStdString());
        file.sync();
        QCOMPARE(bytes(), answer + fault);
    }

    void knowsWhatIsThere() {
        put(answer + refused + fault + duplicate);
        BatchFile file(name(), platform::FileHandle(m_input.handle()));
        QVERIFY(file.hasAnswerTo("a") && file.hasAnswerTo("b") && !file.hasAnswerTo("c"));
        QVERIFY(file.hasFault(3) && file.hasFault(4) && !file.hasFault(1));
        QCOMPARE(file.size(), size_t(4));
        file.append(answer.toStdString());
        QCOMPARE(bytes(), answer + refused + fault + duplicate + answer);
    }

    void aLineThatWasCutIsTakenAway() {
        for (const QByteArray& next : {answer, fault}) {
            for (qsizetype length = 1; length < next.size(); ++length) {
                put(refused + next.left(length));
                const BatchFile file(name(), platform::FileHandle(m_input.handle()));
                QVERIFY(file.hasAnswerTo("b") && !file.hasAnswerTo("a") && !file.hasFault(3));
                QCOMPARE(bytes(), refused);
            }
        }
        put(answer.left(10));
        QVERIFY(!refusal());
        QCOMPARE(bytes(), QByteArray());
    }

    void whatThePowerLeftTornIsTakenAway() {
        // Answers that fill several sectors, some of which are zeros.
        const QByteArray big = QByteArray(answer).replace("{}", '"' + QByteArray(2000, 'x') + '"');
        const QByteArray all = answer + big + big;
        const auto without = [&](qsizetype from, qsizetype to) {
            return QByteArray(all).replace(from, to - from, QByteArray(to - from, '\0'));
        };
        for (const QByteArray& torn :
             {without(512, 1024), without(answer.size(), 512), without(512, all.size()),
              without(answer.size(), answer.size() + big.size()),
              without(1024, answer.size() + big.size())}) {
            put(torn);
            const BatchFile file(name(), platform::FileHandle(m_input.handle()));
            QVERIFY(file.hasAnswerTo("a"));
            QCOMPARE(bytes(), answer);
        }
        put(QByteArray(512, '\0') + all.mid(512));
        QVERIFY(!refusal());
        QCOMPARE(bytes(), QByteArray());
    }

    void whatIsNoAnswerIsLeftAlone() {
        for (const QByteArray& other :
             {QByteArray("hello"), QByteArray("hello\n"), QByteArray("{}\n"), QByteArray("\n"),
              QByteArray(
                  "{\"custom_id\":\"a\",\"method\":\"POST\",\"url\":\"/v1/completions\",\"body\":{}}\n"),
              QByteArray("a\0b\0\n\0", 6), QByteArray("GGUF\3\0\0\0", 8) + QByteArray(600, '\0'),
              answer + "\n", answer + "hello", "hello\n" + answer, answer + "{\"a\":1}\n" + refused.left(20),
              QByteArray("{\"custom_id\":7,\"response\":{},\"error\":null}\n"),
              QByteArray("{\"custom_id\":null,\"response\":null,\"error\":{\"line\":\"3\"}}\n")}) {
            put(other);
            QCOMPARE(refusal(), std::optional(ErrorCode::BadInput));
            QCOMPARE(bytes(), other);
        }
    }

    void linksAndOtherThingsAreRefused() {
        QVERIFY(QFile::link(m_folder.filePath("elsewhere"), path()));
        QCOMPARE(refusal(), std::optional(ErrorCode::BadInput));
        QVERIFY(!QFile::exists(m_folder.filePath("elsewhere")));
        QFile::remove(path());
        QCOMPARE(mkfifo(name().c_str(), 0600), 0);
        QCOMPARE(refusal(), std::optional(ErrorCode::BadInput));
        QFile::remove(path());
        QVERIFY(QDir(m_folder.path()).mkdir("out.jsonl"));
        QCOMPARE(refusal(), std::optional(ErrorCode::Io));
        QVERIFY(QDir(m_folder.path()).rmdir("out.jsonl"));
    }

    void theInputIsRefused() {
        try {
            const BatchFile file(m_input.fileName().toStdString(), platform::FileHandle(m_input.handle()));
            QFAIL("nothing thrown");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadInput);
        }
    }

    void oneProgramAtATime() {
        {
            const BatchFile first(name(), platform::FileHandle(m_input.handle()));
            QCOMPARE(refusal(), std::optional(ErrorCode::BadInput));
        }
        QVERIFY(!refusal());
    }
};

QTEST_GUILESS_MAIN(BatchFileTest)
#include "tst_batch_file.moc"
