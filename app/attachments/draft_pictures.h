#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <QVariantList>
#include <vector>

#include "attachments/page_pictures.h"
#include "hearth/prompt_estimate.h"
#include "store/store.h"

namespace hearth::app {

/// The pictures that will go with a message that is written or edited, in the order in which the model gets
/// them. GUI thread.
class DraftPictures : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        PictureRole,  ///< "hash", by which image://picture/ has it, "width" and "height" in pixels
        FiguresRole,  ///< "640 × 480", "640 × 480, 256 tokens" once that is counted
        SpokenRole,   ///< "Picture 1 of 2, screenshot.png, 640 × 480, 256 tokens"
        DetailsRole   ///< values for setDetail(), each with "detail", "text" and "chosen"; empty: no choice
    };
    /// Pictures that can be added to one message.
    static constexpr int most = 16;

    explicit DraftPictures(store::Store& store, QObject* parent = nullptr)
        : QAbstractListModel(parent), m_store(store) {}

    int count() const { return static_cast<int>(m_rows.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Appends a picture; refused() follows if there are too many already.
    void add(const store::NamedPicture& picture);
    /// Appends the pages of a document, named after it; one refused() follows if there are too many.
    void addPages(const QString& document, const PagePictures& pages);
    /// Appends the pictures of a message or a draft. All of them: an imported message may have more than
    /// most.
    void put(const std::vector<store::NamedPicture>& pictures);
    Q_INVOKABLE void remove(int row);
    /// Moves a picture; a row outside of the list is taken for the nearest one in it.
    Q_INVOKABLE void move(int from, int to);
    /// Gives a picture fewer or more tokens (PictureDetail).
    Q_INVOKABLE void setDetail(int row, int detail);
    Q_INVOKABLE void clear();
    /// PictureRole of all rows.
    Q_INVOKABLE QVariantList shown() const;
    std::vector<store::NamedPicture> pictures() const;
    /// Sets the costs of all pictures of the chat, those of this message last; fewer than its pictures: the
    /// costs are not known. `onServer`: the model is on a server, which takes a detail and tells no cost.
    void setCosts(const std::vector<PictureCost>& costs, bool onServer = false);

signals:
    /// The pictures or their order changed.
    void changed();
    /// Reason why a picture was not added, for people.
    void refused(const QString& text);

private:
    struct Row {
        store::NamedPicture picture;
        PictureCost cost = {};  ///< without tokens: not known

        int tokensWith(PictureDetail detail) const;
        int tokens() const { return tokensWith(picture.detail); }
    };
    static QString nameOf(const Row& row);
    static QString figuresOf(const Row& row);
    QVariantList detailsOf(const Row& row) const;
    void append(const store::NamedPicture& picture);
    void tellPlaces();

    store::Store& m_store;
    std::vector<Row> m_rows;
    bool m_onServer = false;
};

}  // namespace hearth::app
