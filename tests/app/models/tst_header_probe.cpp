#include "models/header_probe.h"

#include <QFileInfo>
#include <QtTest>

#include "support/fake_hub.h"

using namespace hearth::app;

class TestHeaderProbe : public QObject {
    Q_OBJECT

private slots:
    /// The probe here says "cut off" until it has seen enough of the file, as a parser does.
    void fetchesNoMoreThanIsNeeded() {
        FakeHub hub;
        if (!hub.isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        const qint64 size = 30 << 20, enough = 6 << 20;
        QByteArray content(size, 0);
        content[enough] = 'x';
        content[10] = 'h';
        hub.addFile("o/n", "m.gguf", content);
        HubEnvironment environment;
        environment.endpoint = QUrl(hub.endpoint());
        environment.certificates = hub.certificates();
        HubClient client(environment);
        qint64 seenSize = 0;
        HeaderProbe probe(client, [&](const QString& path) {
            QFile file(path);
            if (!file.open(QFile::ReadOnly)) qFatal("no file");
            seenSize = file.size();
            file.seek(10);
            if (file.read(1) != "h") qFatal("wrong bytes");
            file.seek(enough);
            ModelFacts facts;
            if (file.read(1) != "x")
                facts.problem = "cut off";
            else
                facts.architecture = "llama";
            facts.parameters = 5;
            return facts;
        });
        ModelFacts heard;
        int answers = 0;
        const HubFile file{"m.gguf", size, FakeHub::digestOf(content)};
        probe.ask("o/n", FakeHub::commit(), file, [&](const ModelFacts& facts) {
            heard = facts;
            ++answers;
        });
        QTRY_COMPARE_WITH_TIMEOUT(answers, 1, 20000);
        QCOMPARE(heard.architecture, QString("llama"));
        QCOMPARE(seenSize, size);
        qint64 asked = 0;
        for (const auto& seen : hub.seen())
            if (seen.atStore) {
                const auto ends = seen.range.mid(6).split('-');
                asked += ends[1].toLongLong() - ends[0].toLongLong() + 1;
            }
        QVERIFY2(asked >= enough && asked <= 2 * enough, qPrintable(QString::number(asked)));

        // A question that was given up has no answer.
        probe.ask("o/n", FakeHub::commit(), file, [&](const ModelFacts&) { ++answers; });
        probe.cancel();
        QTest::qWait(200);
        QCOMPARE(answers, 1);
        probe.ask("o/n", FakeHub::commit(), {"missing.gguf", 100, {}}, [&](const ModelFacts& facts) {
            heard = facts;
            ++answers;
        });
        QTRY_COMPARE(answers, 2);
        QVERIFY(!heard.problem.isEmpty());

        // Without a place for the head nothing more is fetched, and the reason is said.
        const QByteArray before = qgetenv("TMPDIR");
        // There nobody may make files, the superuser neither.
        qputenv("TMPDIR", "/proc");
        hub.forget();
        probe.ask("o/n", FakeHub::commit(), file, [&](const ModelFacts& facts) {
            heard = facts;
            ++answers;
        });
        QTRY_COMPARE_WITH_TIMEOUT(answers, 3, 20000);
        before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QCOMPARE(heard.problem, QString("The temporary folder cannot be written."));
        const auto seen = hub.seen();
        QCOMPARE(std::count_if(seen.begin(), seen.end(), [](const auto& one) { return one.atStore; }), 1);
    }
};

QTEST_GUILESS_MAIN(TestHeaderProbe)
#include "tst_header_probe.moc"
