#include "server/response_file.h"

#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::server;

class TestResponseFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_path;

    static mode_t modeOf(const QString& path) {
        struct stat status {};
        return stat(qPrintable(path), &status) == 0 ? status.st_mode & 0777U : 0;
    }
    std::vector<std::string> written() const { return ResponseFile(m_path.toStdString()).read(); }

private slots:
    void init() { m_path = m_folder.filePath(QTest::currentTestFunction()) + "/deep/responses"; }

    void recordsComeBack() {
        {
            ResponseFile file(m_path.toStdString());
            QVERIFY(file.read().empty());
            QVERIFY(file.append(std::vector<std::string>{"one", "two"}));
            QVERIFY(file.append(std::vector<std::string>{"", "three"}));
        }
        QCOMPARE(written(), (std::vector<std::string>{"one", "two", "", "three"}));
        QCOMPARE(modeOf(m_path), mode_t{0600});
        {
            ResponseFile file(m_path.toStdString());
            QVERIFY(file.replace(std::vector<std::string>{"two"}));
            QVERIFY(file.append(std::vector<std::string>{"four"}));
        }
        QCOMPARE(written(), (std::vector<std::string>{"two", "four"}));
        QCOMPARE(modeOf(m_path), mode_t{0600});
    }
    void whatIsCutOffOrDamagedIsLeftOut() {
        {
            ResponseFile file(m_path.toStdString());
            QVERIFY(file.append(std::vector<std::string>{"one", "two", "three"}));
        }
        QFile raw(m_path);
        QVERIFY(raw.open(QFile::ReadWrite));
        const QByteArray whole = raw.readAll();
        for (qsizetype length = 0; length <= whole.size(); ++length) {
            QVERIFY(raw.resize(0) && raw.seek(0) && raw.write(whole.left(length)) == length && raw.flush());
            const auto records = written();
            QCOMPARE(records.size(), size_t(length < 19 ? 0 : length < 38 ? 1 : length < 59 ? 2 : 3));
            // Records after it are found again.
            ResponseFile file(m_path.toStdString());
            (void)file.read();
            QVERIFY(file.append(std::vector<std::string>{"more"}));
            QCOMPARE(file.read().size(), records.size() + 1);
        }
        for (qsizetype at = 0; at < whole.size(); ++at) {
            QByteArray damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
            QVERIFY(raw.resize(0) && raw.seek(0) && raw.write(damaged) == whole.size() && raw.flush());
            QVERIFY(written().size() < 3);
        }
    }
    void oneProcessHasIt() {
        const ResponseFile first(m_path.toStdString());
        try {
            const ResponseFile second(m_path.toStdString());
            QFAIL("was opened twice");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::responseFileInUse));
        }
    }
    void saysWhatIsNoFile() {
        for (const QString& path : {m_folder.path(), QString("/proc/nothing/here")}) {
            try {
                const ResponseFile file(path.toStdString());
                QFAIL("was opened");
            } catch (const Error& error) {
                QVERIFY(error.is(errors::responseFileUnusable));
            }
        }
        QVERIFY(QFile::link("/etc/hostname", m_folder.filePath("link")));
        QVERIFY_THROWS_EXCEPTION(Error, ResponseFile(m_folder.filePath("link").toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestResponseFile)
#include "tst_response_file.moc"
