#include "attachments/draft_attachments.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "attachments/picture_reader.h"
#include "attachments/shortened_files.h"
#include "inference/inference_thread.h"
#include "look/number_text.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

/// Longer pastes become attachments.
constexpr qsizetype longPaste = 4000, longPasteLines = 100;

}  // namespace

DraftAttachments::DraftAttachments(InferenceThread& inference, std::function<bool()> seesPictures,
                                   QObject* parent)
    : QAbstractListModel(parent), m_inference(inference), m_seesPictures(std::move(seesPictures)) {
    m_pool.setMaxThreadCount(1);
    connect(&m_inference.questions(), &EngineQuestions::promptReady, this,
            [this](quint64 id, const std::vector<TokenId>& tokens) {
                const auto found = std::find(m_counting.begin(), m_counting.end(), id);
                if (found == m_counting.end()) return;
                const auto row = found - m_counting.begin();
                m_files[static_cast<size_t>(row)].tokens = static_cast<int>(tokens.size());
                emit dataChanged(index(static_cast<int>(row)), index(static_cast<int>(row)));
                emit changed();
            });
}

DraftAttachments::~DraftAttachments() {
    m_stop.request_stop();
    m_pool.clear();
    m_pool.waitForDone();
}

void DraftAttachments::add(const QList<QUrl>& files) {
    const bool sees = m_seesPictures && m_seesPictures();
    for (const QUrl& url : files) {
        const QString path = url.isLocalFile() ? url.toLocalFile() : url.toString();
        start(QFileInfo(path).fileName(), [path, sees, stop = m_stop.get_token()] {
            return readAttachment(path, stop, DocumentReader(), sees);
        });
    }
    emit changed();
}

void DraftAttachments::start(const QString& name, std::function<ReadAttachment()> read) {
    ++m_pending;
    m_pool.start([this, name, read = std::move(read), generation = m_generation] {
        ReadAttachment file;
        try {
            file = read();
        } catch (const std::bad_alloc&) {
            file.problem = tr("There is not enough memory to read it.");
        }
        file.name = name;
        QMetaObject::invokeMethod(
            this, [this, file, generation] { take(file, generation == m_generation); }, Qt::QueuedConnection);
    });
}

void DraftAttachments::take(const ReadAttachment& read, bool wanted) {
    --m_pending;
    if (wanted && read.picture) {
        emit pictureRead(read.picture, read.name);
    } else if (wanted && !read.pages.pages.empty()) {
        emit pagesRead(read.pages, read.name);
        if (!read.note.isEmpty()) m_notes += read.name + QStringLiteral(": ") + read.note;
    } else if (wanted && read.problem.isEmpty()) {
        store::Attachment file;
        file.name = read.name;
        file.text = read.text;
        file.sizeBytes = read.sizeBytes;
        append(file);
        if (!read.note.isEmpty()) m_notes += read.name + QStringLiteral(": ") + read.note;
    } else if (wanted) {
        m_problems.add(read.name, read.problem);
    }
    if (m_pending == 0) tellProblems();
    emit changed();
}

void DraftAttachments::tellProblems() {
    const FileProblems problems = std::exchange(m_problems, {});
    QStringList lines = std::exchange(m_notes, {});
    if (problems.count() == 1)
        lines += tr("%1 was not attached. %2").arg(problems.firstName(), problems.text());
    else if (!problems.isEmpty())
        lines += tr("%1 files were not attached.").arg(spokenLocale().toString(problems.count())) + u'\n' +
                 problems.text();
    if (!lines.isEmpty()) emit refused(lines.join(u'\n'));
}

QStringList DraftAttachments::pictureTypes() {
    return {QStringLiteral("image/png"),  QStringLiteral("image/jpeg"), QStringLiteral("image/webp"),
            QStringLiteral("image/gif"),  QStringLiteral("image/bmp"),  QStringLiteral("image/heic"),
            QStringLiteral("image/heif"), QStringLiteral("image/avif")};
}

bool DraftAttachments::pasteFiles() {
    const QMimeData* clipboard = QGuiApplication::clipboard()->mimeData();
    if (clipboard == nullptr) return false;
    const QList<QUrl> urls = clipboard->urls();
    if (!urls.isEmpty() && std::ranges::all_of(urls, &QUrl::isLocalFile)) {
        add(urls);
        return true;
    }
    // Office programs add a picture of copied text, browsers the address of a copied picture.
    if (!clipboard->hasImage() || (clipboard->hasText() && urls.isEmpty())) return false;
    addPicture(*clipboard);
    return true;
}

void DraftAttachments::addPicture(const QMimeData& data) {
    // The same picture has the same hash only if its bytes stay as they were copied.
    for (const QString& type : pictureTypes()) {
        const QByteArray bytes = data.data(type);
        if (!bytes.isEmpty()) return startPicture([bytes] { return readPicture(bytes); });
    }
    startPicture([image = qvariant_cast<QImage>(data.imageData())] { return readPicture(image); });
}

void DraftAttachments::startPicture(std::function<ReadPicture()> read) {
    start(tr("Picture"), [read = std::move(read)] {
        const ReadPicture picture = read();
        ReadAttachment file;
        file.picture = picture.file;
        file.problem = picture.problem;
        return file;
    });
    emit changed();
}

void DraftAttachments::drop(const QList<QUrl>& urls, const QByteArray& picture) {
    QList<QUrl> files;
    std::ranges::copy_if(urls, std::back_inserter(files), &QUrl::isLocalFile);
    if (!files.isEmpty())
        add(files);
    else if (!picture.isEmpty())
        startPicture([picture] { return readPicture(picture); });
    else if (!urls.isEmpty())
        emit refused(
            tr("Hearth fetches nothing from the web for a message. Copy the picture there and paste it "
               "here, or save it and attach the file."));
}

bool DraftAttachments::isLong(const QString& text) {
    return text.size() > longPaste || text.count(u'\n') > longPasteLines;
}

bool DraftAttachments::pasteLong() {
    const QString text = QGuiApplication::clipboard()->text();
    if (!isLong(text)) return false;
    addText(text);
    return true;
}

void DraftAttachments::addText(const QString& text) {
    store::Attachment file;
    const auto isTaken = [this](const QString& name) {
        return std::any_of(m_files.begin(), m_files.end(),
                           [&name](const auto& other) { return other.name == name; });
    };
    file.name = tr("Pasted text");
    for (int number = 2; isTaken(file.name); ++number) file.name = tr("Pasted text %1").arg(number);
    file.text = text;
    file.sizeBytes = text.toUtf8().size();
    append(file);
    emit changed();
}

QString DraftAttachments::textAt(int row) const {
    return row < 0 || row >= count() ? QString() : m_files[static_cast<size_t>(row)].text;
}

void DraftAttachments::put(const std::vector<store::Attachment>& files) {
    for (const store::Attachment& file : files) append(file);
    if (!files.empty()) emit changed();
}

void DraftAttachments::append(const store::Attachment& file) {
    beginInsertRows({}, count(), count());
    m_files.push_back(file);
    m_counting.push_back(askTokens(file));
    endInsertRows();
}

quint64 DraftAttachments::askTokens(const store::Attachment& file) {
    GenerationRequest request;
    request.rawText = attachmentInPrompt(file.name, file.text).toStdString();
    return m_inference.questions().prompt(request);
}

void DraftAttachments::shorten(int tokens) {
    const std::vector<store::Attachment> before = m_files;
    shortenFiles(m_files, tokens);
    for (size_t row = 0; row < m_files.size(); ++row)
        if (m_files[row].text.size() != before[row].text.size()) m_counting[row] = askTokens(m_files[row]);
    if (m_files.empty()) return;
    emit dataChanged(index(0), index(count() - 1));
    emit changed();
}

void DraftAttachments::remove(int row) {
    if (row < 0 || row >= count()) return;
    beginRemoveRows({}, row, row);
    m_files.erase(m_files.begin() + row);
    m_counting.erase(m_counting.begin() + row);
    endRemoveRows();
    emit changed();
}

void DraftAttachments::clear() {
    ++m_generation;
    m_problems = {};
    m_notes.clear();
    m_stop.request_stop();
    m_stop = {};
    if (m_files.empty()) return;
    beginResetModel();
    m_files.clear();
    m_counting.clear();
    endResetModel();
    emit changed();
}

QString DraftAttachments::figuresText(const store::Attachment& file) {
    const QLocale locale = spokenLocale();
    if (file.wholeTokens > 0)
        return tr("%1 of %2 tokens").arg(locale.toString(file.tokens), locale.toString(file.wholeTokens));
    if (file.tokens > 0) return NumberText().tokens(file.tokens);
    return locale.formattedDataSize(file.sizeBytes, 1, QLocale::DataSizeSIFormat);
}

int DraftAttachments::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> DraftAttachments::roleNames() const {
    return {{NameRole, "name"}, {FiguresRole, "figures"}};
}

QVariant DraftAttachments::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const store::Attachment& file = m_files[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return file.name;
        case FiguresRole:
            return figuresText(file);
        default:
            return {};
    }
}

}  // namespace hearth::app
