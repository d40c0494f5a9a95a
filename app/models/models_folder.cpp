#include "models/models_folder.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>
#include <algorithm>
#include <utility>

#include "inference/engine_status.h"
#include "machine/disk_speed.h"
#include "model_files/model_files.h"
#include "models/installed_models.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

constexpr qint64 spareBytes = 64 << 20;

QString pathOf(const QUrl& folder) {
    const QString path = folder.isLocalFile() ? folder.toLocalFile() : folder.toString();
    return path.isEmpty() ? QString() : QDir(QFileInfo(path).absoluteFilePath()).path();
}

QString withTilde(const QString& path) {
    const QString home = QDir::homePath();
    if (path == home) return QStringLiteral("~");
    return path.startsWith(home + u'/') ? u'~' + path.mid(home.size()) : path;
}

bool isInside(const QString& path, const QString& folder) {
    return path == folder || path.startsWith(folder + u'/');
}

std::vector<FileMove> movesOf(const QString& from, const QString& to) {
    std::vector<FileMove> files;
    for (const QString& path : filesOfModelsIn(from)) files.push_back({path, to + path.mid(from.size())});
    return files;
}

qint64 sizeOf(const std::vector<FileMove>& files) {
    qint64 bytes = 0;
    for (const FileMove& file : files) bytes += QFileInfo(file.from).size();
    return bytes;
}

}  // namespace

ModelsFolder::ModelsFolder(Parts parts, QObject* parent) : QObject(parent), m_parts(std::move(parts)) {
    for (const auto signal : {&InstalledModels::countChanged, &InstalledModels::diskChanged,
                              &InstalledModels::scanningChanged, &InstalledModels::folderChanged})
        connect(&m_parts.models, signal, this, &ModelsFolder::changed);
}

ModelsFolder::~ModelsFolder() {
    m_mover.request_stop();
    m_meter.request_stop();
}

QString ModelsFolder::pathBy(const AppSettings& settings, const QString& standard) {
    return settings.models->modelsFolder().isEmpty() || isMissing(settings) ? standard
                                                                            : settings.models->modelsFolder();
}

bool ModelsFolder::isMissing(const AppSettings& settings) {
    return !settings.models->modelsFolder().isEmpty() && !QFileInfo(settings.models->modelsFolder()).isDir();
}

QString ModelsFolder::missing() const {
    const QString chosen = m_parts.settings.models->modelsFolder();
    if (chosen.isEmpty() || chosen == path()) return {};
    QString problem =
        m_triedAgain
            ? tr("Your models folder, %1, is still missing. Check its disk, or choose another folder.")
            : tr("Your models folder, %1, is missing. Connect its disk and try again, or choose another "
                 "folder; until then models are kept in Hearth's own.");
    return problem.arg(withTilde(chosen));
}

void ModelsFolder::tryAgain() {
    if (missing().isEmpty()) return;
    m_triedAgain = true;
    const QString chosen = m_parts.settings.models->modelsFolder(),
                  last = m_parts.settings.models->lastModel();
    if (isMissing(m_parts.settings) || !accept(chosen)) {
        emit changed();
        return;
    }
    switchTo(chosen);
    if (m_parts.settings.chats->startLastModel() && !m_parts.engine.isReady() && isInside(last, chosen) &&
        QFileInfo::exists(last))
        m_parts.engine.load(last);
}

QString ModelsFolder::path() const {
    return m_parts.models.folder();
}

QString ModelsFolder::shownPath() const {
    return withTilde(path());
}

QUrl ModelsFolder::url() const {
    return QUrl::fromLocalFile(path());
}

QUrl ModelsFolder::parentUrl() const {
    return QUrl::fromLocalFile(QFileInfo(path()).path());
}

bool ModelsFolder::isChosen() const {
    return path() != m_parts.standard;
}

int ModelsFolder::modelCount() const {
    return m_parts.models.shareOf().count;
}

double ModelsFolder::usedBytes() const {
    return static_cast<double>(m_parts.models.shareOf().bytes);
}

double ModelsFolder::freeBytes() const {
    return static_cast<double>(std::max<qint64>(0, QStorageInfo(path()).bytesAvailable()));
}

QString ModelsFolder::readText() const {
    return rateText(m_readBytesPerS);
}

bool ModelsFolder::isSlow() const {
    return m_readBytesPerS > 0 && m_readBytesPerS < slowDiskBytesPerS;
}

QVariantList ModelsFolder::others() const {
    QVariantList all;
    const auto add = [&](const char* name, const QString& folder) {
        if (folder.isEmpty() || !QFileInfo(folder).isDir()) return;
        const InstalledModels::Share share = m_parts.models.shareOf(QString::fromLatin1(name));
        all += QVariantMap{{QStringLiteral("name"), QString::fromLatin1(name)},
                           {QStringLiteral("path"), withTilde(folder)},
                           {QStringLiteral("count"), share.count},
                           {QStringLiteral("bytes"), share.bytes}};
    };
    const ForeignFolders& folders = m_parts.foreign;
    add("LM Studio", folders.lmStudio);
    for (const QString& folder : folders.ollama) add("Ollama", folder);
    add("GPT4All", folders.gpt4All);
    add("Hugging Face", folders.huggingFace);
    return all;
}

void ModelsFolder::say(const QString& problem) {
    m_problem = problem;
    emit changed();
}

bool ModelsFolder::accept(const QString& folder) {
    if (m_moving || folder.isEmpty() || (folder == path() && missing().isEmpty())) return false;
    const QFileInfo info(folder);
    m_problem.clear();
    if (m_parts.downloading())
        m_problem = tr("Downloads go to the current folder. Let them finish or cancel them first.");
    else if (m_parts.engine.isLoading() || m_parts.replying())
        m_problem = tr("A model is loading or writing a reply. Wait for it, or stop it first.");
    else if (!info.isDir() || !info.isWritable())
        m_problem = tr("Nothing can be written into %1. Choose another folder, or give yourself permission.")
                        .arg(withTilde(folder));
    emit changed();
    return m_problem.isEmpty();
}

void ModelsFolder::use(const QUrl& url) {
    if (const QString folder = pathOf(url); accept(folder)) switchTo(folder);
}

void ModelsFolder::useStandard() {
    QDir().mkpath(m_parts.standard);
    if (accept(m_parts.standard)) switchTo(m_parts.standard);
}

void ModelsFolder::switchTo(const QString& folder) {
    m_readBytesPerS = 0;
    m_parts.settings.models->setModelsFolder(folder == m_parts.standard ? QString() : folder);
    m_parts.models.setFolder(folder);
    say({});
    emit pathChanged(folder);
}

void ModelsFolder::moveTo(const QUrl& url) {
    const QString folder = pathOf(url), from = path();
    if (!accept(folder)) return;
    if (isInside(folder, from) || isInside(from, folder)) {
        m_problem = tr("Choose a folder that is neither inside the current one nor contains it.");
        emit changed();
        return;
    }
    const std::vector<FileMove> files = movesOf(from, folder);
    const qint64 bytes = sizeOf(files);
    const QStorageInfo here(from), there(folder);
    if (here.device() != there.device() && there.bytesAvailable() < bytes + spareBytes) {
        m_problem =
            tr("The models take %1, and %2 is free in %3. Free some space there, or choose another folder.")
                .arg(fileSizeText(bytes), fileSizeText(there.bytesAvailable()), withTilde(folder));
        emit changed();
        return;
    }
    m_moving = true;
    m_fraction = 0;
    say({});
    m_mover = std::jthread([this, files, folder](const std::stop_token& stop) {
        const MoveOutcome outcome = moveFiles(
            files,
            [this](double fraction) {
                post([this, fraction] {
                    m_fraction = fraction;
                    emit progressChanged();
                });
            },
            stop);
        post([this, outcome, files, folder] {
            m_moving = false;
            if (outcome.kind == MoveOutcome::Moved)
                moved(files, folder);
            else
                say(outcome.problem);
        });
    });
}

void ModelsFolder::moved(const std::vector<FileMove>& files, const QString& folder) {
    const QString from = path();
    // The folders that models lay in, if nothing else does: rmdir leaves others alone.
    for (const FileMove& file : files)
        for (QString left = QFileInfo(file.from).path(); left.size() > from.size() && QDir().rmdir(left);)
            left = QFileInfo(left).path();
    const auto there = [&](const QString& file) {
        return isInside(file, from) ? folder + file.mid(from.size()) : file;
    };
    const QString last = there(m_parts.settings.models->lastModel());
    const QString used = m_parts.engine.modelPath();
    const QStringList usedFiles = used.isEmpty() ? QStringList() : m_parts.engine.model().files();
    ModelSettings::LoadCost cost = m_parts.settings.models->lastLoad();
    cost.path = there(cost.path);
    m_parts.settings.models->setLastModel(last);
    m_parts.settings.models->setLastLoad(cost);
    m_parts.settings.models->moveDraftModels(there);
    switchTo(folder);
    // A model that is loaded again later is read from the place where its file is then.
    m_parts.engine.models()->closeFile(from);
    emit filesMoved(from, folder);
    if (std::ranges::any_of(usedFiles, [&](const QString& file) { return isInside(file, from); }))
        m_parts.engine.load(there(used));
}

void ModelsFolder::cancel() {
    m_mover.request_stop();
}

void ModelsFolder::measure() {
    if (m_measuring) return;
    m_measuring = true;
    emit changed();
    m_meter = std::jthread([this, folder = path()](const std::stop_token& stop) {
        const double rate = m_parts.measure(folder, stop);
        post([this, folder, rate] {
            m_measuring = false;
            if (folder == path() && rate > 0) m_readBytesPerS = rate;
            emit changed();
        });
    });
}

void ModelsFolder::setReadSpeed(double bytesPerS) {
    m_readBytesPerS = bytesPerS;
    emit changed();
}

bool ModelsFolder::show() {
    QDir().mkpath(path());
    return QDesktopServices::openUrl(url());
}

template <class Task>
void ModelsFolder::post(Task task) {
    QMetaObject::invokeMethod(this, std::move(task), Qt::QueuedConnection);
}

}  // namespace hearth::app
