// Runs the QML tests of this folder: every tst_*.qml given with -input, with the icons and fonts of the
// window.
#include <QQmlEngine>
#include <QQuickStyle>
#include <QtQuickTest>

#include "look/fonts.h"
#include "look/icon_provider.h"

class Setup : public QObject {
    Q_OBJECT

public slots:
    void applicationAvailable() { hearth::app::setUpFonts(); }
    void qmlEngineAvailable(QQmlEngine* engine) {
        engine->addImportPath(QStringLiteral("qrc:/qt/qml"));
        engine->addImportPath(QStringLiteral(HEARTH_SOURCE_DIR "/tests/ui/mock"));
        engine->addImageProvider(QStringLiteral("icon"), new hearth::app::IconProvider);
    }
};

QUICK_TEST_MAIN_WITH_SETUP(hearth_ui, Setup)
#include "qml_test_main.moc"
