#include "documents/folder_walk.h"

#include <QFile>
#include <algorithm>
#include <cerrno>
#include <utility>

#include "files/regular_file.h"
#include "hearth/platform/folder.h"
#include "reading/text_form.h"

namespace hearth::app {

namespace {

constexpr int deepestFolder = 64;

using platform::FileKind, platform::Folder, platform::Open;

WalkedFile walkedFile(const QString& path, const platform::FileFacts& facts) {
    return {path, static_cast<qint64>(facts.sizeBytes), facts.modifiedNs};
}

bool isLeftOut(const QString& name) {
    return name.startsWith(u'.') || name == QLatin1String("node_modules") ||
           name == QLatin1String("__pycache__");
}

/// Opens each folder relative to its parent, so that none can be replaced by a link on the way.
class Walk {
public:
    Walk(QString source, const std::function<bool()>& isStopped)
        : m_source(std::move(source)), m_isStopped(isStopped) {
        m_found.empty = true;
    }

    void folder(Folder opened, const QString& below, int depth) {
        m_found.folders.push_back(below.isEmpty() ? m_source : m_source + u'/' + below);
        while (const auto entry = opened.next()) {
            m_found.empty = false;
            if (m_found.files.size() >= maxFilesOfSource || (m_isStopped && m_isStopped())) {
                m_found.complete = false;
                break;
            }
            const QString name = QFile::decodeName(entry->c_str());
            // A name that is not UTF-8 could not be opened again after conversion.
            if (isLeftOut(name) || QFile::encodeName(name) != entry->c_str()) continue;
            take(opened, *entry, below.isEmpty() ? name : below + u'/' + name, depth);
        }
        if (opened.isBroken()) m_found.complete = false;
    }

    FolderWalk found() {
        m_found.empty = m_found.empty && m_found.complete;
        std::sort(m_found.files.begin(), m_found.files.end(),
                  [](const WalkedFile& a, const WalkedFile& b) { return a.path < b.path; });
        return std::move(m_found);
    }

private:
    void take(const Folder& folderOf, const std::string& name, const QString& path, int depth) {
        const auto facts = folderOf.facts(name);
        if (!facts) {
            // A file that was deleted in between no longer exists; with any other error it may exist.
            if (errno != ENOENT) m_found.complete = false;
            return;
        }
        if (facts->kind == FileKind::Regular) {
            if (textFormOf(path) != TextForm::None) m_found.files.push_back(walkedFile(path, *facts));
            return;
        }
        if (facts->kind != FileKind::Folder) return;
        if (depth >= deepestFolder) {
            m_found.complete = false;
            return;
        }
        Folder below = folderOf.below(name);
        if (below.isOpen())
            folder(std::move(below), path, depth + 1);
        else
            m_found.complete = false;
    }

    const QString m_source;
    const std::function<bool()>& m_isStopped;
    FolderWalk m_found;
};

}  // namespace

FolderWalk walkSource(const QString& source, const std::function<bool()>& isStopped) {
    FolderWalk found;
    const std::string root = QFile::encodeName(source).toStdString();
    const auto facts = platform::factsOf(root);
    if (!facts) {
        found.exists = errno != ENOENT && errno != ENOTDIR;
        found.complete = false;
        return found;
    }
    if (facts->kind == FileKind::Regular) {
        found.files.push_back(walkedFile({}, *facts));
        return found;
    }
    Folder opened(root, Open::NoLink);
    if (!opened.isOpen()) {
        found.complete = false;
        return found;
    }
    Walk walk(source, isStopped);
    walk.folder(std::move(opened), {}, 0);
    return walk.found();
}

QString openWalkedFile(QFile& file, const QString& source, const QString& path) {
    constexpr Open how = Open::Read | Open::NoLink | Open::NoWait | Open::NoTerminal;
    platform::File opened(QFile::encodeName(source).toStdString(), how);
    for (const QString& part : path.split(u'/', Qt::SkipEmptyParts)) {
        if (!opened.isOpen()) break;
        opened = Folder(std::move(opened)).open(QFile::encodeName(part).toStdString(), how);
    }
    return takeRegularFile(file, std::move(opened));
}

}  // namespace hearth::app
