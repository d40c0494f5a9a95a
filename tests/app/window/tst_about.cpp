#include "window/about.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "log/error_log.h"
#include "machine/machine_checker.h"
#include "settings/app_settings.h"
#include "store/store.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestAbout : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    const std::unique_ptr<store::Store> m_store = store::Store::inMemory();
    AppSettings m_settings{*m_store};
    InferenceThread m_inference{test::scripted(std::make_shared<test::EngineScript>())};
    EngineStatus m_engine{m_inference, m_settings};
    MachineChecker m_machine{
        [](const MachineCheckListener&, const std::stop_token&) { return MachineReport(); }};
    ErrorLog m_log{m_home.filePath("data/logs")};
    QList<QUrl> m_opened;

    About::Parts parts() {
        return {m_engine,
                m_machine,
                m_log,
                m_home.filePath("data"),
                m_home.path(),
                true,
                {{"Hearth", "Apache-2.0", {}}, {"Nowhere", "MIT", {"no-such-package"}}},
                {m_home.path()},
                [this](const QUrl& url) {
                    m_opened += url;
                    return true;
                }};
    }

private slots:
    void theReportHasWhatHelpsAndNotTheHome() {
        const About about(parts());
        QVERIFY(about.report().contains("Last errors\nnone\n"));
        m_log.add("model", m_home.filePath("models/broken.gguf") + " is cut short.");
        m_log.add("Qt", "file://" + m_home.path() + ": no such module");
        const QString report = about.report();
        QVERIFY2(!report.contains(m_home.path()), qPrintable(report));
        QVERIFY2(report.contains("model: ~/models/broken.gguf is cut short."), qPrintable(report));
        QVERIFY(report.contains("Data folder: ~/data\n"));
        QVERIFY(report.contains("GPU engine: yes"));
        QVERIFY(report.contains(QLatin1String(qVersion())));
        QVERIFY(!report.contains("Doctor"));
        m_machine.start();
        QTRY_VERIFY(m_machine.isFinished());
        QVERIFY(about.report().contains("Doctor\nHearth"));
    }

    void homesAreFoundInEveryForm_data() {
        QTest::addColumn<QString>("home");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("inside") << "/home/ann"
                                << "in /home/ann/x and “/home/ann”."
                                << "in ~/x and “~”.";
        QTest::newRow("end") << "/home/ann"
                             << "It is /home/ann."
                             << "It is ~.";
        QTest::newRow("neighbour") << "/home/ann"
                                   << "/home/anna/x /home/ann-2 /home/ann.old"
                                   << "/home/anna/x /home/ann-2 /home/ann.old";
        QTest::newRow("letters") << "/home/ann" << QString::fromUtf8("/home/annä/x")
                                 << QString::fromUtf8("/home/annä/x");
        QTest::newRow("address") << QString::fromUtf8("/home/jörg b") << "file:///home/j%C3%B6rg%20b/x"
                                 << "file://~/x";
        QTest::newRow("pattern") << "/home/a+b(c)"
                                 << "/home/a+b(c)/x /home/aab"
                                 << "~/x /home/aab";
        QTest::newRow("root") << "/"
                              << "/etc/x"
                              << "/etc/x";
        QTest::newRow("none") << ""
                              << "/etc/x"
                              << "/etc/x";
    }
    void homesAreFoundInEveryForm() {
        QFETCH(QString, home);
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(withoutHome(text, home), wanted);
    }

    void foldersAreShownAndOpened() {
        About about(parts());
        QCOMPARE(about.dataFolder(), QString("~/data"));
        QCOMPARE(about.logFolder(), QString("~/data/logs"));
        QVERIFY(about.openDataFolder() && about.openLogFolder());
        QCOMPARE(m_opened, QList<QUrl>({QUrl::fromLocalFile(m_home.filePath("data")),
                                        QUrl::fromLocalFile(m_home.filePath("data/logs"))}));
        QVERIFY(QDir(m_home.filePath("data/logs")).exists());
    }

    void licencesAreRead() {
        const About about(parts());
        QCOMPARE(about.licences().size(), 2);
        QCOMPARE(about.licences().at(1).toMap().value("licence").toString(), QString("MIT"));
        QVERIFY(about.licenceLines(0).size() > 100);
        QCOMPARE(about.licenceLines(1),
                 QStringList({"The text of this licence is not on this computer. Its name is MIT."}));
        QVERIFY(about.licenceLines(-1).isEmpty() && about.licenceLines(2).isEmpty());
    }
};

QTEST_MAIN(TestAbout)
#include "tst_about.moc"
