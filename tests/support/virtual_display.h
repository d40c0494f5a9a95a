#pragma once

#include <QPoint>
#include <QProcess>
#include <QString>
#include <memory>

/// An X server without a screen, for tests that use the window as a person does: real keys, real clicks, real
/// pixels. Needs Xvfb, xdotool and ImageMagick's import. One thread.
class VirtualDisplay {
public:
    /// Starts Xvfb on a free display number. isRunning() tells whether it worked.
    explicit VirtualDisplay(int width = 1280, int height = 800);
    ~VirtualDisplay();

    /// True if it was started and has not ended since.
    bool isRunning();
    /// ":99", for DISPLAY.
    QString name() const { return m_name; }

    void click(int x, int y, int button = 1) const;
    void move(int x, int y) const;
    /// With the left button down from one place to the other, in steps as a hand makes them.
    void drag(QPoint from, QPoint to) const;
    /// Types text key by key (ASCII).
    void type(const QString& text) const;
    /// The same, and presses a key at once.
    void type(const QString& text, const QString& keyAfter) const;
    /// Presses a key by its X name, with modifiers: "Return", "ctrl+n", "shift+Return".
    void key(const QString& name) const;
    /// As a person drags it by its frame, which no window has here.
    void moveWindow(const QString& title, int x, int y) const;
    bool screenshot(const QString& path) const;

private:
    int run(const QString& program, const QStringList& arguments) const;

    QProcess m_server;
    QString m_name;
};
