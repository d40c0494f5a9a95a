// Every screen of the window on invented data, in five languages and three sizes: no text is cut off, nothing
// lies over something else. HEARTH_SHOOT=FOLDER also keeps a picture of each, light and dark, for a person to
// look at.
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "look/fonts.h"
#include "look/icon_provider.h"
#include "support/layout_faults.h"
#include "support/played_pictures.h"

class TestLayout : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    static void settle() {
        // Twice: what a layout makes may be laid out itself, and lists make their rows with a frame.
        for (int round = 0; round < 2; ++round) QTest::qWait(20);
    }

private slots:
    void initTestCase() {
        hearth::app::setUpFonts();
        qputenv("HEARTH_FILE_DIALOG", "own");
        // The dialogs for files show a folder, with a file in the way of the one to save.
        for (const char* name :
             {"chat.md", "a long name of a file that has to be shortened in the middle.json"}) {
            QFile file(m_home.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        QDir(m_home.path()).mkdir(QStringLiteral("Letters"));
        qputenv("HOME", m_home.path().toLocal8Bit());
    }

    void nothingIsCutOff_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QVariantMap>("properties");
        for (const char* screen :
             {"Chat", "Compare", "Empty", "Error", "Pictures", "Prefill", "Streaming", "Tools"})
            QTest::newRow(screen) << QString::fromLatin1(screen) << QVariantMap();
        QTest::newRow("large picture")
            << "Pictures" << QVariantMap{{QStringLiteral("over"), QStringLiteral("1")}};
        for (const char* tab : {"0", "1", "2", "prompt"})
            QTest::addRow("panel %s", tab)
                << "Panel" << QVariantMap{{QStringLiteral("tab"), QString::fromLatin1(tab)}};
        for (const char* over :
             {"search",   "models",    "discover",  "endpoints", "general", "appearance", "models folder",
              "settings", "machine",   "privacy",   "keys",      "tools",   "about",      "shortcuts",
              "link",     "picker",    "no models", "trash",     "folder",  "find",       "compare",
              "notice",   "keeping",   "open file", "save file", "licence", "cache",      "programs",
              "words",    "precision", "speed",     "costs",     "way"})
            QTest::newRow(over) << "Overlay"
                                << QVariantMap{{QStringLiteral("over"), QString::fromLatin1(over)}};
    }

    void nothingIsCutOff() {
        QFETCH(QString, file);
        QFETCH(QVariantMap, properties);
        QQmlApplicationEngine engine;
        engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
        engine.addImportPath(QStringLiteral(HEARTH_SOURCE_DIR "/tests/ui/mock"));
        engine.addImageProvider(QStringLiteral("icon"), new hearth::app::IconProvider);
        engine.addImageProvider(QStringLiteral("picture"), new hearth::test::PlayedPictures);
        engine.setInitialProperties(properties);
        engine.load(QUrl::fromLocalFile(
            QStringLiteral(HEARTH_SOURCE_DIR "/tests/ui/screens/%1Screen.qml").arg(file)));
        auto* window = qobject_cast<QQuickWindow*>(engine.rootObjects().value(0));
        QVERIFY(window);
        window->show();
        QTest::qWait(400);

        const QString shots = qEnvironmentVariable("HEARTH_SHOOT");
        QStringList faults;
        const QString wanted =
            qEnvironmentVariable("HEARTH_LAYOUT_LANGUAGES", QStringLiteral("en,de,fr,es,zh_CN"));
        for (const QString& language : wanted.split(u',')) {
            QTranslator texts;
            if (language != QLatin1String("en")) {
                QVERIFY(
                    texts.load(QStringLiteral(HEARTH_BINARY_DIR "/app/settings/hearth_%1.qm").arg(language)));
                QCoreApplication::installTranslator(&texts);
            }
            engine.retranslate();
            for (const QSize size : {QSize(1280, 800), QSize(800, 600), QSize(640, 480)}) {
                window->resize(size);
                settle();
                const QString which =
                    QStringLiteral("%1-%2x%3").arg(language).arg(size.width()).arg(size.height());
                for (const QString& fault : layoutFaults(*window))
                    faults += which + QStringLiteral(": ") + fault;
                if (shots.isEmpty()) continue;
                for (const bool dark : {false, true}) {
                    window->setProperty("dark", dark);
                    settle();
                    QDir().mkpath(shots);
                    QVERIFY(window->grabWindow().save(
                        QStringLiteral("%1/%2-%3-%4.png")
                            .arg(shots, QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-'),
                                 which, dark ? QStringLiteral("dark") : QStringLiteral("light"))));
                }
            }
        }
        for (const QString& fault : faults) qWarning("%s", qPrintable(fault));
        QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("%1 faults").arg(faults.size())));
    }

    void anotherLanguageKeepsThePageOfTheSettings() {
        QQmlApplicationEngine engine;
        engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
        engine.addImportPath(QStringLiteral(HEARTH_SOURCE_DIR "/tests/ui/mock"));
        engine.addImageProvider(QStringLiteral("icon"), new hearth::app::IconProvider);
        engine.setInitialProperties({{QStringLiteral("over"), QStringLiteral("privacy")}});
        engine.load(
            QUrl::fromLocalFile(QStringLiteral(HEARTH_SOURCE_DIR "/tests/ui/screens/OverlayScreen.qml")));
        QVERIFY(!engine.rootObjects().isEmpty());
        QObject* at = engine.rootObjects().value(0);
        for (const char* inside : {"dialogs", "set", "settings"}) {
            at = at->property(inside).value<QObject*>();
            QVERIFY2(at, inside);
        }
        QCOMPARE(at->property("page").toInt(), 9);
        engine.retranslate();
        settle();
        QCOMPARE(at->property("page").toInt(), 9);
    }

    // The check itself: it sees each kind of fault, and nothing in a clean window.
    void faultsAreSeen_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("fault");
        const QString text = QStringLiteral("Text { text: 'Some longer words'; %1 }");
        QTest::newRow("clean") << text.arg(QString()) << QString();
        QTest::newRow("narrow") << text.arg(QStringLiteral("width: 20")) << "wider by";
        QTest::newRow("shortened") << text.arg(QStringLiteral("width: 40; elide: Text.ElideRight"))
                                   << "told nowhere";
        QTest::newRow("said") << text.arg(
                                     QStringLiteral("width: 40; elide: Text.ElideRight; Accessible.role: "
                                                    "Accessible.StaticText; Accessible.name: text"))
                              << QString();
        QTest::newRow("outside") << text.arg(QStringLiteral("x: 380")) << "cut off by";
        QTest::newRow("clipped")
            << QStringLiteral("Item { clip: true; width: 50; height: 50; %1 }").arg(text.arg(QString()))
            << "cut off by";
        QTest::newRow("over") << text.arg(QString()) + text.arg(QStringLiteral("y: 8")) << "over each other";
        QTest::newRow("floating") << text.arg(QString()) + text.arg(QStringLiteral("y: 8; z: 1"))
                                  << QString();
    }
    void faultsAreSeen() {
        QFETCH(QString, body);
        QFETCH(QString, fault);
        QQmlApplicationEngine engine;
        engine.loadData("import QtQuick\nWindow { visible: true; width: 400; height: 300; " + body.toUtf8() +
                        " }");
        auto* window = qobject_cast<QQuickWindow*>(engine.rootObjects().value(0));
        QVERIFY(window);
        settle();
        const QStringList faults = layoutFaults(*window);
        if (fault.isEmpty())
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        else
            QVERIFY2(faults.join(u'\n').contains(fault), qPrintable(faults.join(u'\n')));
    }
};

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
    const QGuiApplication application(argc, argv);
    QQuickStyle::setStyle(QStringLiteral("Basic"));
    TestLayout test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_layout.moc"
