#include "documents/document_indexer.h"

#include <QCryptographicHash>
#include <QFile>
#include <QHash>
#include <algorithm>

#include "documents/passage_cutter.h"
#include "hearth/platform/file_names.h"
#include "reading/scan_program.h"

namespace hearth::app {

namespace {

/// True if an unchanged file has to be read again: a file that could not be opened may be readable now.
bool isReadAgain(const store::DocumentRecord& known, bool retries) {
    // Pictures of pages are read once the program for that is installed; see readOne().
    const bool pictures = known.problem == store::DocumentProblem::NoWords && known.hash.isEmpty();
    if (retries && pictures && hasScanProgram()) return true;
    return known.problem == store::DocumentProblem::NoAccess ||
           (retries && known.problem == store::DocumentProblem::TooMuch && known.hash.isEmpty());
}

/// True if the file certainly does not exist, even if its folder could not be listed.
bool isGone(const QString& source, const QString& path) {
    return platform::nameUse(QFile::encodeName(source + u'/' + path).toStdString()) ==
           platform::NameUse::Free;
}

/// Of all bytes; the file is at its beginning afterwards. Empty: it could not be read.
QByteArray hashOf(QFile& file) {
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    const bool isRead = hash.addData(&file);
    file.seek(0);
    return isRead ? hash.result() : QByteArray();
}

}  // namespace

store::DocumentProblem problemOf(DocumentText::End end) {
    switch (end) {
        case DocumentText::Read:
        case DocumentText::Stopped:
            return store::DocumentProblem::None;
        case DocumentText::NotText:
            return store::DocumentProblem::NotText;
        case DocumentText::NoWords:
            return store::DocumentProblem::NoWords;
        case DocumentText::Unreadable:
            return store::DocumentProblem::Unreadable;
        case DocumentText::TooLong:
            return store::DocumentProblem::TooLong;
        case DocumentText::TooMuch:
            return store::DocumentProblem::TooMuch;
        case DocumentText::NoAccess:
            return store::DocumentProblem::NoAccess;
    }
    return store::DocumentProblem::Unreadable;
}

DocumentIndexer::Outcome DocumentIndexer::update(const QString& path, const std::stop_token& stop,
                                                 Watched* watched) {
    const store::DocumentSource source{m_table.sourceOf(path), path};
    FolderWalk walk = walkSource(path, [&stop] { return stop.stop_requested(); });
    if (watched != nullptr) {
        watched->folders = std::move(walk.folders);
        for (const WalkedFile& file : walk.files)
            watched->newestNs = std::max(watched->newestNs, file.modifiedNs);
    }
    QHash<QString, store::DocumentRecord> known;
    for (store::DocumentRecord& document : m_table.documents(source.id)) {
        const QString below = document.path;
        known.insert(below, std::move(document));
    }
    if (!walk.exists) {
        // A single file is quickly read again.
        if (known.contains(QString())) m_table.remove(known.value(QString()).id);
        return Outcome::Missing;
    }
    if (stop.stop_requested()) return Outcome::Stopped;
    if (walk.empty && !known.isEmpty()) return Outcome::Missing;
    std::vector<WalkedFile> changed;
    for (const WalkedFile& file : walk.files) {
        const auto before = known.constFind(file.path);
        if (before == known.constEnd() || before->sizeBytes != file.sizeBytes ||
            before->modifiedNs != file.modifiedNs || isReadAgain(*before, m_hooks.retries))
            changed.push_back(file);
        known.remove(file.path);
    }
    // Deleted files must not be found while the rest is read.
    for (const store::DocumentRecord& gone : std::as_const(known)) {
        // A folder that cannot be listed keeps its files; all other missing files are removed.
        if (!walk.complete && !isGone(path, gone.path)) continue;
        if (!m_hooks.mayGoOn()) return Outcome::Stopped;
        m_table.remove(gone.id);
    }
    return readAll(source, changed, stop) ? Outcome::Done : Outcome::Stopped;
}

bool DocumentIndexer::readAll(const store::DocumentSource& source, const std::vector<WalkedFile>& files,
                              const std::stop_token& stop) {
    IndexProgress progress;
    progress.total = static_cast<int>(files.size());
    for (const WalkedFile& file : files) progress.totalBytes += file.sizeBytes;
    for (const WalkedFile& file : files) {
        m_hooks.progress(progress);
        if (!m_hooks.mayGoOn() || !readOne(source, file, stop)) return false;
        ++progress.done;
        progress.doneBytes += file.sizeBytes;
    }
    m_hooks.progress(progress);
    return true;
}

bool DocumentIndexer::readOne(const store::DocumentSource& source, const WalkedFile& walked,
                              const std::stop_token& stop) {
    const auto known = m_table.find(source.id, walked.path);
    store::DocumentRecord document;
    document.sourceId = source.id;
    document.path = walked.path;
    document.sizeBytes = walked.sizeBytes;
    document.modifiedNs = walked.modifiedNs;
    const TextForm form = textFormOf(walked.path.isEmpty() ? source.path : walked.path);
    QFile file;
    DocumentText read;
    read.detail = openWalkedFile(file, source.path, walked.path);
    if (!read.detail.isEmpty()) {
        read.end = DocumentText::NoAccess;
    } else {
        if (file.size() <= maxBytesOf(form)) document.hash = hashOf(file);
        if (known && !document.hash.isEmpty() && known->hash == document.hash) {
            m_table.touch(known->id, walked.sizeBytes, walked.modifiedNs);
            return true;
        }
        read = m_reader.read(file, form, stop);
    }
    if (read.end == DocumentText::Stopped) return false;
    std::vector<store::PassageRecord> passages;
    if (read.end == DocumentText::Read) passages = cutPassages(read.text, read.form);
    if (!read.linesAreOfFile)
        for (store::PassageRecord& passage : passages) passage.firstLine = passage.lastLine = 0;
    if (std::ssize(passages) > maxPassagesOfText) {
        passages.clear();
        read.end = DocumentText::TooMuch;
    }
    if (read.passes || (read.end == DocumentText::NoWords && !read.detail.isEmpty())) document.hash.clear();
    document.problem = problemOf(read.end);
    document.detail = read.detail;
    if (read.end == DocumentText::Read && !read.unreadPages.isEmpty()) {
        document.problem = store::DocumentProblem::SomePages;
        document.detail = read.unreadPages;
    }
    m_table.put(document, passages);
    return true;
}

void DocumentIndexer::remove(const QString& path) {
    const qint64 source = m_table.sourceOf(path);
    for (const store::DocumentRecord& document : m_table.documents(source)) {
        if (!m_hooks.mayGoOn()) return;
        m_table.remove(document.id);
    }
    m_table.removeSource(source);
}

}  // namespace hearth::app
