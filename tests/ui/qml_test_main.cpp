// Runs the QML tests of this folder: every tst_*.qml given with -input, with the icons and fonts of the
// window.
#include <QDir>
#include <QFile>
#include <QQmlEngine>
#include <QQuickStyle>
#include <QTemporaryDir>
#include <QtQuickTest>

#include "look/fonts.h"
#include "look/icon_provider.h"
#include "support/played_pictures.h"

class Setup : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    /// The home folder that dialogs for files show, with our own dialog and not the desktop's.
    void furnishHome() {
        qputenv("HEARTH_FILE_DIALOG", "own");
        qputenv("HOME", m_home.path().toLocal8Bit());
        for (const char* folder : {"Letters", "Letters/Old", "Music", ".cache"})
            QDir(m_home.path()).mkpath(QString::fromLatin1(folder));
        for (const char* name : {"a.json", "b.json", "notes.md", "tiny.gguf", "Letters/c.json", ".secret"}) {
            QFile file(m_home.filePath(QString::fromLatin1(name)));
            if (file.open(QFile::WriteOnly)) file.write("text");
        }
    }

public slots:
    void applicationAvailable() {
        hearth::app::setUpFonts();
        furnishHome();
    }
    void qmlEngineAvailable(QQmlEngine* engine) {
        engine->addImportPath(QStringLiteral("qrc:/qt/qml"));
        engine->addImportPath(QStringLiteral(HEARTH_SOURCE_DIR "/tests/ui/mock"));
        engine->addImageProvider(QStringLiteral("icon"), new hearth::app::IconProvider);
        engine->addImageProvider(QStringLiteral("picture"), new hearth::test::PlayedPictures);
    }
};

QUICK_TEST_MAIN_WITH_SETUP(hearth_ui, Setup)
#include "qml_test_main.moc"
