#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace hearth::test {

/// Replaces everything on the PATH by a program that stands in for tesseract, or by nothing.
class PlayedScans {
public:
    PlayedScans() : m_path(qgetenv("PATH")) { qputenv("PATH", m_folder.path().toUtf8()); }
    ~PlayedScans() { qputenv("PATH", m_path); }

    /// From now on pictures hold these words.
    void install(const QByteArray& words) {
        QFile file(m_folder.filePath("tesseract"));
        if (!file.open(QFile::WriteOnly)) qFatal("not written");
        file.write(
            "#!/bin/sh\nif [ \"$1\" = --list-langs ]; then echo List:; echo eng; exit; fi\n"
            "/bin/cat > /dev/null\necho '" +
            words + "'\n");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

private:
    QTemporaryDir m_folder;
    const QByteArray m_path;
};

}  // namespace hearth::test
