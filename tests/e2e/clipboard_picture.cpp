// Puts a picture on the clipboard of the display and keeps it there until it is ended.
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <cstdio>

int main(int argc, char** argv) {
    const QGuiApplication application(argc, argv);
    const QImage picture(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString());
    if (picture.isNull()) return 1;
    QGuiApplication::clipboard()->setImage(picture);
    std::puts("ready");
    std::fflush(stdout);
    return QGuiApplication::exec();
}
