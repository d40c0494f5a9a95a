#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <thread>

#include "hearth/picture_decoder.h"

namespace hearth::app {

/// The protection around the process that decodes pictures, in one sentence. GUI thread.
class SandboxNote : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// Empty before the answer to ask().
    Q_PROPERTY(QString text READ text NOTIFY changed)
    /// Pictures of strangers are not safe to open.
    Q_PROPERTY(bool weak READ isWeak NOTIFY changed)

public:
    using Probe = std::function<PictureSandbox(const std::stop_token&)>;

    /// `probe`: pictureSandbox() of this program, or a scripted one in tests; called on a thread of its own.
    explicit SandboxNote(Probe probe, QObject* parent = nullptr)
        : QObject(parent), m_probe(std::move(probe)) {}

    QString text() const { return m_sandbox ? textOf(*m_sandbox) : QString(); }
    bool isWeak() const { return m_sandbox && isWeak(*m_sandbox); }
    /// Finds it out, once: it stays as it is while the kernel runs.
    Q_INVOKABLE void ask();
    /// Says the same in the language that is spoken now.
    void retranslate() { emit changed(); }

    static QString textOf(PictureSandbox sandbox);
    static bool isWeak(PictureSandbox sandbox) {
        return sandbox == PictureSandbox::LimitsAlone || sandbox == PictureSandbox::Unknown;
    }

signals:
    void changed();

private:
    const Probe m_probe;
    std::optional<PictureSandbox> m_sandbox;
    std::jthread m_thread;  ///< last: it ends before what it reports to
};

}  // namespace hearth::app
