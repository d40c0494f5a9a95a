#include "window/screenshot.h"

#include <QCoreApplication>
#include <QImage>
#include <QQuickWindow>
#include <QTextStream>
#include <QTimer>

#include "inference/engine_status.h"

namespace hearth::app {

namespace {
/// Longer than every animation and delay of the window.
constexpr int restMs = 1000;
}  // namespace

void takeScreenshot(QQuickWindow& window, EngineStatus& engine, const QString& file) {
    auto* rest = new QTimer(&window);
    rest->setSingleShot(true);
    rest->setInterval(restMs);
    QObject::connect(rest, &QTimer::timeout, &window, [&window, file] {
        if (window.grabWindow().save(file)) {
            QCoreApplication::exit(0);
            return;
        }
        QTextStream(stderr) << QCoreApplication::translate(
                                   "Screenshot", "The picture could not be written to %1. Check the folder.")
                                   .arg(file)
                            << Qt::endl;
        QCoreApplication::exit(1);
    });
    QObject::connect(&engine, &EngineStatus::changed, rest, [&engine, rest] {
        if (!engine.isLoading()) rest->start();
    });
    if (!engine.isLoading()) rest->start();
}

}  // namespace hearth::app
