#include "machine/sandbox_note.h"

namespace hearth::app {

void SandboxNote::ask() {
    if (m_thread.joinable()) return;
    m_thread = std::jthread([this](const std::stop_token& stop) {
        const PictureSandbox found = m_probe(stop);
        QMetaObject::invokeMethod(
            this,
            [this, found] {
                m_sandbox = found;
                emit changed();
            },
            Qt::QueuedConnection);
    });
}

QString SandboxNote::textOf(PictureSandbox sandbox) {
    switch (sandbox) {
        case PictureSandbox::Whole:
            return tr("No files, no network, no other programs");
        case PictureSandbox::FilesOpen:
            return tr("No network and no other programs. Files can be opened: this kernel has no Landlock.");
        case PictureSandbox::LimitsAlone:
            return tr(
                "Limits of memory and time alone: this kernel has no seccomp. Open pictures of people "
                "you trust.");
        case PictureSandbox::Unknown:
            break;
    }
    return tr("Not known: the process that decodes pictures could not be started.");
}

}  // namespace hearth::app

#include "moc_sandbox_note.cpp"
