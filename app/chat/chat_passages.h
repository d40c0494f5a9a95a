#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QVariantList>
#include <vector>

#include "chat/open_chat.h"
#include "chat/question_passages.h"
#include "citations/cited_passage.h"

namespace hearth::app {

/// The open chat's documents: whether its questions bring passages along, from which sources, and, once
/// load() was called, the passages of its visible branch in the order of their numbers. GUI thread.
class ChatPassages : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(bool on READ isOn WRITE setOn NOTIFY changed)
    /// The sources that are off in the open chat, by their paths.
    Q_PROPERTY(QStringList without READ without NOTIFY changed)
    /// True while passages for a question are being looked for.
    Q_PROPERTY(bool looking READ isLooking NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY loaded)
    /// Passages that the last question found and did not use, the best first: {"name", "place", "reason",
    /// "found"} each.
    Q_PROPERTY(QVariantList leftOut READ leftOut NOTIFY loaded)

public:
    enum Role {
        NumberRole = Qt::UserRole + 1,
        NameRole,   ///< of the file
        PlaceRole,  ///< "page 3", "line 12"
        HeadingsRole,
        TextRole,
        FoundRole  ///< by which methods, and how well
    };

    ChatPassages(OpenChat& chat, store::Store& store, QuestionPassages& passages, QObject* parent = nullptr);

    bool isOn() const;
    void setOn(bool on);
    bool isLooking() const { return m_passages.isLooking(m_chat.id()); }
    QStringList without() const;
    Q_INVOKABLE void setHas(const QString& source, bool has);
    /// The documents that go along as a whole, by their paths.
    QStringList whole() const;
    void setWhole(const QString& path, bool whole);
    int count() const { return static_cast<int>(m_rows.size()); }
    QVariantList leftOut() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Reads the passages of the branch that is shown.
    Q_INVOKABLE void load();
    /// Everything of a passage: the roles by their names, and the "address" of its file; empty when that is
    /// not of the documents that there are.
    Q_INVOKABLE QVariantMap at(int row) const;
    /// Reads the text around a passage in its document; aroundRead() follows if there is some.
    Q_INVOKABLE void readAround(int row);
    /// The row of a passage by its number; -1: there is none.
    Q_INVOKABLE int rowOf(int number) const;
    /// The number of the passage that a link leads to; 0: it leads elsewhere.
    Q_INVOKABLE int citedNumber(const QString& address) const;
    /// The open chat is another one.
    void tell() { emit changed(); }

signals:
    void changed();
    void loaded();
    void aroundRead(int row, const QString& before, const QString& after);

private:
    struct Row {
        CitedPassage passage;
        QString text;
    };
    void keep(const QJsonObject& documents);
    /// The methods that found it, and its scores.
    static QString foundText(const CitedPassage& passage);
    static QString reasonText(const PassageChoice::LeftOut& left);

    OpenChat& m_chat;
    store::Store& m_store;
    QuestionPassages& m_passages;
    std::vector<Row> m_rows;
};

}  // namespace hearth::app
