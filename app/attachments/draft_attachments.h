#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QList>
#include <QString>
#include <QThreadPool>
#include <QUrl>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "attachments/attachment_reader.h"
#include "attachments/picture_reader.h"
#include "files/file_problems.h"
#include "store/records.h"

class QMimeData;

namespace hearth::app {

class InferenceThread;

/// The files that will go with the message in the composer. Read on a worker thread, counted by the model's
/// tokenizer. Pictures among them, and pages of scans, are handed on, see pictureRead(). GUI thread.
class DraftAttachments : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Files and pictures are still being read.
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)
    /// Media types of the pictures that can be pasted and dropped, in the order of preference.
    Q_PROPERTY(QStringList pictureTypes READ pictureTypes CONSTANT)

public:
    enum Role { NameRole = Qt::UserRole + 1, FiguresRole };

    /// `seesPictures`: if the model reads pictures, as far as that is known.
    explicit DraftAttachments(InferenceThread& inference, std::function<bool()> seesPictures = {},
                              QObject* parent = nullptr);
    ~DraftAttachments() override;

    int count() const { return static_cast<int>(m_files.size()); }
    bool isBusy() const { return m_pending > 0; }
    static QStringList pictureTypes();
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Reads files; those that cannot be attached come together as one refused().
    Q_INVOKABLE void add(const QList<QUrl>& files);
    Q_INVOKABLE void remove(int row);
    /// True if a text is so long that it hides the text written around it.
    static bool isLong(const QString& text);
    /// Attaches the clipboard's text if it is a long one. Otherwise does nothing and returns false.
    Q_INVOKABLE bool pasteLong();
    /// Attaches the files that were copied in a file manager, or a copied picture. Returns false if the
    /// clipboard has neither.
    Q_INVOKABLE bool pasteFiles();
    /// Attaches dropped files, or, without files, the dropped picture, whose bytes may be empty. Fetches
    /// nothing from web addresses; refused() follows if there is nothing else.
    Q_INVOKABLE void drop(const QList<QUrl>& urls, const QByteArray& picture);
    /// A text as an attachment of its own.
    void addText(const QString& text);
    Q_INVOKABLE QString textAt(int row) const;
    /// Adds files that have been read.
    void put(const std::vector<store::Attachment>& files);
    void clear();
    /// Leaves about this many tokens fewer of the files.
    void shorten(int tokens);
    const std::vector<store::Attachment>& files() const { return m_files; }
    /// "1,204 tokens", "1,204 of 9,310 tokens" if it was shortened, "3.1 MB" before they are counted.
    static QString figuresText(const store::Attachment& file);

signals:
    void changed();
    /// A file, or the pasted or dropped data, is a picture.
    void pictureRead(const std::shared_ptr<const hearth::PictureFile>& picture, const QString& name);
    /// Emitted for a PDF whose pages are pictures.
    void pagesRead(const hearth::app::PagePictures& pages, const QString& name);
    /// Reasons why files were not attached, or not as a whole, for people.
    void refused(const QString& text);

private:
    /// Calls `read` on the worker thread; running out of memory there is a problem of the file.
    void start(const QString& name, std::function<ReadAttachment()> read);
    void startPicture(std::function<ReadPicture()> read);
    void addPicture(const QMimeData& data);
    /// `wanted`: the message that it was read for has not been sent.
    void take(const ReadAttachment& read, bool wanted);
    void tellProblems();
    void append(const store::Attachment& file);
    quint64 askTokens(const store::Attachment& file);

    InferenceThread& m_inference;
    const std::function<bool()> m_seesPictures;
    QThreadPool m_pool;
    std::stop_source m_stop;  ///< of the files that are being read
    int m_pending = 0;
    FileProblems m_problems;   ///< of those that were read since none was pending
    QStringList m_notes;       ///< of the same, about what is missing
    quint64 m_generation = 0;  ///< files read for a message that was sent come too late
    std::vector<store::Attachment> m_files;
    std::vector<quint64> m_counting;  ///< the request for each file's count
};

}  // namespace hearth::app
