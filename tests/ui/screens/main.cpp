// Draws the screens of the window with invented data, without an engine, so that they can be put beside the
// design.
//   hearth_screens [--dark] [--size 1280x800] [--wait MS] OUT.png SCREEN.qml [property=value ...]
// SCREEN.qml has a Window as its root. QT_SCALE_FACTOR=2 doubles the dots. Draws offscreen with the software
// renderer unless told otherwise.
#include <QCommandLineParser>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQuickWindow>
#include <QTimer>

#include "look/fonts.h"
#include "look/icon_provider.h"
#include "support/played_pictures.h"

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!qEnvironmentVariableIsSet("QT_QUICK_BACKEND")) qputenv("QT_QUICK_BACKEND", "software");
    const QGuiApplication app(argc, argv);
    hearth::app::setUpFonts();

    QCommandLineParser parser;
    parser.addOption({QStringLiteral("dark"), QStringLiteral("Dark theme.")});
    parser.addOption({QStringLiteral("size"), QStringLiteral("Size of the window."), QStringLiteral("WxH"),
                      QStringLiteral("1280x800")});
    parser.addOption({QStringLiteral("wait"), QStringLiteral("Milliseconds before the picture is taken."),
                      QStringLiteral("ms"), QStringLiteral("700")});
    parser.addPositionalArgument(QStringLiteral("OUT.png"), QStringLiteral("The picture."));
    parser.addPositionalArgument(QStringLiteral("SCREEN.qml"), QStringLiteral("The page to draw."));
    parser.addHelpOption();
    parser.process(app);
    const QStringList arguments = parser.positionalArguments();
    if (arguments.size() < 2) parser.showHelp(2);

    QQmlApplicationEngine engine;
    engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
    engine.addImportPath(QStringLiteral(HEARTH_SOURCE_DIR "/tests/ui/mock"));
    engine.addImageProvider(QStringLiteral("icon"), new hearth::app::IconProvider);
    engine.addImageProvider(QStringLiteral("picture"), new hearth::test::PlayedPictures);
    const QStringList size = parser.value(QStringLiteral("size")).split(u'x');
    QVariantMap properties{{QStringLiteral("width"), size.value(0).toInt()},
                           {QStringLiteral("height"), size.value(1).toInt()}};
    if (parser.isSet(QStringLiteral("dark"))) properties.insert(QStringLiteral("dark"), true);
    for (const QString& pair : arguments.mid(2))
        properties.insert(pair.section(u'=', 0, 0), pair.section(u'=', 1));
    engine.setInitialProperties(properties);
    engine.load(QUrl::fromLocalFile(arguments[1]));
    auto* window =
        engine.rootObjects().isEmpty() ? nullptr : qobject_cast<QQuickWindow*>(engine.rootObjects().first());
    if (!window) return 1;
    window->show();
    QTimer::singleShot(parser.value(QStringLiteral("wait")).toInt(), window,
                       [&] { QCoreApplication::exit(window->grabWindow().save(arguments[0]) ? 0 : 1); });
    return QGuiApplication::exec();
}
