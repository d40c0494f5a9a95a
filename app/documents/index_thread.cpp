#include "documents/index_thread.h"

#include <QElapsedTimer>
#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>
#include <utility>

#include "documents/background_work.h"
#include "hearth/error.h"
#include "inference/message_translation.h"
#include "store/document_file.h"
#include "store/vector_table.h"

namespace hearth::app {

namespace {

constexpr int tellEveryMs = 200;

/// Delay before the file is tried again. A full disk stays full for a while; another program mostly holds the
/// file for a moment only.
std::chrono::seconds waitAfter(store::StoreFault fault) {
    switch (fault) {
        case store::StoreFault::Damaged:
            return std::chrono::seconds(1);
        case store::StoreFault::InUse:
            return std::chrono::seconds(5);
        default:
            return std::chrono::seconds(60);
    }
}

/// True if a file written at that time may still be incomplete. A time in the future says nothing.
bool isUnsettled(qint64 writtenNs) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ago = now - std::chrono::nanoseconds(writtenNs);
    return ago >= std::chrono::seconds(0) && ago < std::chrono::seconds(3);
}

}  // namespace

IndexThread::IndexThread(QString file, DocumentReader reader, std::shared_ptr<SharedEmbedder> embedder,
                         QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_reader(std::move(reader)), m_embedder(std::move(embedder)) {
}

IndexThread::~IndexThread() {
    m_thread.request_stop();
    {
        const std::scoped_lock lock(m_mutex);
        m_vectors.request_stop();
    }
    m_changed.notify_all();
}

void IndexThread::setSources(std::vector<WantedSource> sources) {
    const std::scoped_lock lock(m_mutex);
    for (const WantedSource& source : sources) {
        const auto before = std::find_if(m_sources.begin(), m_sources.end(),
                                         [&source](const auto& one) { return one.path == source.path; });
        if (!source.paused && (before == m_sources.end() || before->paused)) m_toLook.insert(source.path);
    }
    m_sources = std::move(sources);
    m_othersMayBeThere = true;
    m_vectors.request_stop();
    // No file is made for a person without documents; one who had some has the file.
    if (!m_thread.joinable() && (!m_sources.empty() || std::filesystem::exists(m_file.toStdString())))
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    m_changed.notify_all();
}

void IndexThread::look(const QString& path) {
    const std::scoped_lock lock(m_mutex);
    m_toLook.insert(path);
    m_vectors.request_stop();
    m_changed.notify_all();
}

void IndexThread::lookAtAll() {
    const std::scoped_lock lock(m_mutex);
    for (const WantedSource& source : m_sources) m_toLook.insert(source.path);
    m_vectors.request_stop();
    m_changed.notify_all();
}

void IndexThread::setHeld(bool held) {
    const std::scoped_lock lock(m_mutex);
    m_held = held;
    if (held) m_vectors.request_stop();
    m_changed.notify_all();
}

void IndexThread::makeVectors(const std::vector<qint64>& damaged) {
    const std::scoped_lock lock(m_mutex);
    m_damaged.insert(m_damaged.end(), damaged.begin(), damaged.end());
    m_vectorsDue = true;
    m_changed.notify_all();
}

bool IndexThread::isWanted(const QString& path) const {
    return std::any_of(m_sources.begin(), m_sources.end(),
                       [&path](const auto& source) { return source.path == path && !source.paused; });
}

QString IndexThread::nextToLook() const {
    for (const WantedSource& source : m_sources)
        if (!source.paused && m_toLook.contains(source.path)) return source.path;
    return {};
}

bool IndexThread::mayGoOn(const QString& path, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this] { return !m_held || m_othersMayBeThere; });
    if (m_held) {
        // The source is looked at later; removed sources are handled first.
        m_toLook.insert(path);
        return false;
    }
    return !stop.stop_requested() && isWanted(path);
}

void IndexThread::tell(const QString& path, const SourceStatus& status) {
    QMetaObject::invokeMethod(
        this, [this, path, status] { emit statusChanged(path, status); }, Qt::QueuedConnection);
}

void IndexThread::run(const std::stop_token& stop) {
    platform::becomeBackground();
    while (!stop.stop_requested()) {
        try {
            bool isNew = false;
            const std::unique_ptr<store::Database> database =
                store::openDocumentFile(m_file.toStdString(), &isNew);
            if (isNew) QMetaObject::invokeMethod(this, &IndexThread::madeAnew, Qt::QueuedConnection);
            work(*database, stop);
            return;
        } catch (const store::StoreError& error) {
            if (error.fault() == store::StoreFault::Damaged) {
                // All of it can be made again.
                store::removeDocumentFile(m_file.toStdString());
                QMetaObject::invokeMethod(this, &IndexThread::madeAnew, Qt::QueuedConnection);
            } else {
                tellFailed(error.message());
            }
            waitAndLookAgain(waitAfter(error.fault()), stop);
        } catch (const std::bad_alloc&) {
            tellFailed(tr("There is not enough memory. Close other programs and try again."));
            waitAndLookAgain(waitAfter(store::StoreFault::Other), stop);
        }
    }
}

void IndexThread::tellFailed(const QString& sentence) {
    QMetaObject::invokeMethod(
        this, [this, sentence] { emit failed(sentence); }, Qt::QueuedConnection);
}

void IndexThread::waitAndLookAgain(std::chrono::seconds wait, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    for (const WantedSource& source : m_sources) m_toLook.insert(source.path);
    m_changed.wait_for(lock, stop, wait, [] { return false; });
}

void IndexThread::work(store::Database& database, const std::stop_token& stop) {
    store::DocumentTable table(database);
    std::optional<VectorMaker> maker;
    if (m_embedder) maker.emplace(database, *m_embedder);
    // At this point no reader follows them, or all readers start again.
    store::VectorTable(database).forgetGone();
    while (!stop.stop_requested()) {
        QString path;
        bool others = false;
        {
            std::unique_lock lock(m_mutex);
            // Removals by a person are carried out at once, also while a reply is written.
            m_changed.wait(lock, stop, [this] {
                return m_othersMayBeThere || (!m_held && (m_vectorsDue || !nextToLook().isEmpty()));
            });
            if (stop.stop_requested()) return;
            others = m_othersMayBeThere;
            path = nextToLook();
        }
        if (others)
            removeOthers(table, stop);
        else if (!path.isEmpty())
            update(table, path, stop);
        else if (maker)
            makeVectors(*maker);
    }
}

void IndexThread::tell(const VectorStatus& status) {
    QMetaObject::invokeMethod(
        this, [this, status] { emit vectorsChanged(status); }, Qt::QueuedConnection);
}

void IndexThread::makeVectors(VectorMaker& maker) {
    std::stop_token stop;
    std::vector<qint64> damaged;
    {
        const std::scoped_lock lock(m_mutex);
        // Not if something came before this was locked.
        if (!mayMakeVectors() || m_thread.get_stop_token().stop_requested()) return;
        m_vectorsDue = false;
        m_vectors = std::stop_source();
        stop = m_vectors.get_token();
        damaged = std::exchange(m_damaged, {});
    }
    VectorStatus status;
    if (!m_embedder->hasModel()) {
        tell(status);
        return;
    }
    status.phase = VectorStatus::Loading;
    tell(status);
    QElapsedTimer told;
    VectorMaker::Hooks hooks;
    hooks.mayGoOn = [&] {
        const std::scoped_lock lock(m_mutex);
        return mayMakeVectors() && !stop.stop_requested();
    };
    hooks.progress = [&](const VectorProgress& progress) {
        status.progress = progress;
        if (status.phase == VectorStatus::Making && told.elapsed() < tellEveryMs) return;
        told.start();
        status.phase = VectorStatus::Making;
        tell(status);
    };
    try {
        if (!damaged.empty()) maker.makeAnew(damaged);
        const bool done = maker.update(hooks, stop);
        status.phase = done ? VectorStatus::Done : VectorStatus::Waiting;
        if (!done) {
            // Later; files go first, and another model has been set already.
            const std::scoped_lock lock(m_mutex);
            m_vectorsDue = true;
        }
    } catch (const Error& error) {
        status.phase = VectorStatus::Failed;
        status.problem = translated(error);
    }
    tell(status);
}

void IndexThread::removeOthers(store::DocumentTable& table, const std::stop_token& stop) {
    std::vector<WantedSource> wanted;
    {
        // Together, so that sources that are set from now on are compared again.
        const std::scoped_lock lock(m_mutex);
        m_othersMayBeThere = false;
        wanted = m_sources;
    }
    std::vector<QString> gone;
    for (const store::DocumentSource& source : table.sources())
        if (std::ranges::find(wanted, source.path, &WantedSource::path) == wanted.end())
            gone.push_back(source.path);
    // A source that is not removed now is removed at the next start.
    DocumentIndexer::Hooks hooks;
    hooks.mayGoOn = [&stop] { return !stop.stop_requested(); };
    for (const QString& path : gone) DocumentIndexer(table, m_reader, hooks).remove(path);
    // The known state of the other sources is shown before they have been looked through.
    for (const WantedSource& source : wanted) {
        SourceStatus status;
        status.counts = table.counts(table.sourceOf(source.path));
        tell(source.path, status);
    }
}

void IndexThread::update(store::DocumentTable& table, const QString& path, const std::stop_token& stop) {
    {
        const std::scoped_lock lock(m_mutex);
        m_toLook.erase(path);
    }
    SourceStatus status;
    status.phase = SourceStatus::Looking;
    const qint64 source = table.sourceOf(path);
    status.counts = table.counts(source);
    tell(path, status);
    QElapsedTimer running, told;
    qint64 waitedMs = 0;
    running.start();
    DocumentIndexer::Hooks hooks;
    hooks.retries = !m_looked.contains(path);
    hooks.mayGoOn = [&] {
        // Waits for replies do not count in the speed of reading.
        const qint64 before = running.elapsed();
        const bool continues = mayGoOn(path, stop);
        waitedMs += running.elapsed() - before;
        return continues;
    };
    hooks.progress = [&](const IndexProgress& progress) {
        if (progress.total == 0 || (told.isValid() && told.elapsed() < tellEveryMs)) return;
        told.start();
        status.phase = SourceStatus::Reading;
        status.progress = progress;
        status.counts = table.counts(source);
        const double seconds = static_cast<double>(running.elapsed() - waitedMs) / 1000;
        if (seconds > 0) status.filesPerS = progress.done / seconds;
        if (progress.doneBytes > 0 && seconds > 1)
            status.secondsLeft =
                static_cast<int>(seconds * static_cast<double>(progress.totalBytes - progress.doneBytes) /
                                 static_cast<double>(progress.doneBytes));
        tell(path, status);
    };
    DocumentIndexer::Watched watched;
    const DocumentIndexer::Outcome outcome =
        DocumentIndexer(table, m_reader, hooks).update(path, stop, &watched);
    if (outcome == DocumentIndexer::Outcome::Done) m_looked.insert(path);
    if (m_embedder) {
        const std::scoped_lock lock(m_mutex);
        m_vectorsDue = true;
    }
    status = {};
    status.phase = outcome == DocumentIndexer::Outcome::Done      ? SourceStatus::UpToDate
                   : outcome == DocumentIndexer::Outcome::Missing ? SourceStatus::Missing
                                                                  : SourceStatus::Waiting;
    status.counts = table.counts(source);
    status.folders = std::move(watched.folders);
    status.unsettled = isUnsettled(watched.newestNs);
    tell(path, status);
}

}  // namespace hearth::app
