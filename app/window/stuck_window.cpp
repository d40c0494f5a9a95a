#include "window/stuck_window.h"

#include <QGuiApplication>
#include <QPalette>
#include <QQmlApplicationEngine>

#include "look/icon_provider.h"
#include "settings/language.h"
#include "window/orderly_end.h"
#include "window/qml_lockdown.h"

namespace hearth::app {

HolderChoice askAboutHolder(qint64 process, OrderlyEnd& end) {
    SpokenLanguage language;
    language.speak({});
    QQmlApplicationEngine qml;
    lockDown(qml);
    qml.addImageProvider(QStringLiteral("icon"), new IconProvider);
    qml.addImportPath(QStringLiteral("qrc:/qt/qml"));
    const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    qml.setInitialProperties({{QStringLiteral("process"), process}, {QStringLiteral("dark"), dark}});
    QObject::connect(&end, &OrderlyEnd::requested, &qml, [] { QCoreApplication::exit(0); });
    qml.load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Main/StuckWindow.qml")));
    if (qml.rootObjects().isEmpty()) return HolderChoice::Quit;
    const int choice = QGuiApplication::exec();
    return choice == 1 ? HolderChoice::EndIt : choice == 2 ? HolderChoice::Wait : HolderChoice::Quit;
}

}  // namespace hearth::app
