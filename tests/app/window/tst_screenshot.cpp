#include "window/screenshot.h"

#include <QImage>
#include <QQuickWindow>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestScreenshot : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QQuickWindow::setGraphicsApi(QSGRendererInterface::Software); }

    void savesTheWindow() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        InferenceThread inference(test::scripted(std::make_shared<test::EngineScript>()));
        EngineStatus engine(inference, settings);
        QQuickWindow window;
        window.resize(64, 48);
        window.setColor(Qt::red);
        window.show();
        QTemporaryDir folder;
        const QString file = folder.filePath("window.png");
        engine.load(QStringLiteral("x.gguf"));
        takeScreenshot(window, engine, file);
        QCOMPARE(QGuiApplication::exec(), 0);
        const QImage picture(file);
        QCOMPARE(picture.size(), window.size() * window.devicePixelRatio());
        QCOMPARE(picture.pixelColor(5, 5), QColor(Qt::red));
        takeScreenshot(window, engine, folder.filePath("no/such/folder/window.png"));
        QCOMPARE(QGuiApplication::exec(), 1);
    }
};

QTEST_MAIN(TestScreenshot)
#include "tst_screenshot.moc"
