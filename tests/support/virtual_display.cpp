#include "support/virtual_display.h"

#include <QProcessEnvironment>

VirtualDisplay::VirtualDisplay(int width, int height) {
    // The server writes the number it chose to descriptor 1 once it accepts clients.
    m_server.setProcessChannelMode(QProcess::SeparateChannels);
    m_server.start("Xvfb", {"-displayfd", "1", "-screen", "0", QString("%1x%2x24").arg(width).arg(height),
                            "-nolisten", "tcp", "-noreset"});
    if (!m_server.waitForStarted(5000)) return;
    while (!m_server.canReadLine())
        if (!m_server.waitForReadyRead(10000)) return;
    m_name = ":" + QString::fromLatin1(m_server.readLine()).trimmed();
}

VirtualDisplay::~VirtualDisplay() {
    m_server.terminate();
    if (!m_server.waitForFinished(5000)) m_server.kill();
    m_server.waitForFinished(2000);
}

bool VirtualDisplay::isRunning() {
    // Without an event loop nobody else notices its end.
    m_server.waitForFinished(0);
    return !m_name.isEmpty() && m_server.state() == QProcess::Running;
}

int VirtualDisplay::run(const QString& program, const QStringList& arguments) const {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DISPLAY", m_name);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(30000)) process.kill();
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

void VirtualDisplay::move(int x, int y) const {
    run("xdotool", {"mousemove", "--sync", QString::number(x), QString::number(y)});
}

void VirtualDisplay::click(int x, int y, int button) const {
    run("xdotool", {"mousemove", QString::number(x), QString::number(y), "click", QString::number(button)});
}

void VirtualDisplay::drag(QPoint from, QPoint to) const {
    constexpr int steps = 8;
    move(from.x(), from.y());
    run("xdotool", {"mousedown", "1"});
    for (int i = 1; i <= steps; ++i) {
        const QPoint at = from + (to - from) * i / steps;
        move(at.x(), at.y());
    }
    run("xdotool", {"mouseup", "1"});
}

void VirtualDisplay::type(const QString& text) const {
    run("xdotool", {"type", "--delay", "8", text});
}

void VirtualDisplay::type(const QString& text, const QString& keyAfter) const {
    run("xdotool", {"type", "--delay", "8", "--args", "1", text, "key", keyAfter});
}

void VirtualDisplay::key(const QString& name) const {
    run("xdotool", {"key", name});
}

void VirtualDisplay::moveWindow(const QString& title, int x, int y) const {
    run("xdotool",
        {"search", "--onlyvisible", "--name", title, "windowmove", QString::number(x), QString::number(y)});
}

bool VirtualDisplay::screenshot(const QString& path) const {
    return run("import", {"-window", "root", path}) == 0;
}
