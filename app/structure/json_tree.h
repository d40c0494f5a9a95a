#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QSet>
#include <QString>
#include <vector>

#include "structure/json_outline.h"

namespace hearth::app {

/// A JSON text as a tree, one row for each value, also while it is being written: existing rows stay as they
/// are, and folded ones stay folded. GUI thread.
class JsonTree : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyStructure")
    Q_PROPERTY(int count READ count NOTIFY textChanged)
    /// True if the text is JSON, or the beginning of some.
    Q_PROPERTY(bool json READ isJson NOTIFY textChanged)
    /// True if the JSON is complete.
    Q_PROPERTY(bool whole READ isWhole NOTIFY textChanged)
    /// True if it is too large to be shown whole.
    Q_PROPERTY(bool cut READ isCut NOTIFY textChanged)
    /// True if it is a list of objects, which table() has.
    Q_PROPERTY(bool list READ isList NOTIFY textChanged)

public:
    enum Kind { Object, List, Text, Number, Word };
    Q_ENUM(Kind)

    enum Role {
        KeyRole =
            Qt::UserRole + 1,  ///< its name, or its place in a list from 1; empty for the text's own value
        ValueRole,             ///< for people; of a foldable node, the number of its entries
        KindRole,
        DepthRole,
        FoldableRole,
        FoldedRole,
        NamedRole,  ///< the key is a name and no place
        OpenRole    ///< it is still being written
    };

    using QAbstractListModel::QAbstractListModel;

    int count() const { return static_cast<int>(m_rows.size()); }
    bool isJson() const { return m_outline.isJson; }
    bool isWhole() const { return m_outline.whole; }
    bool isCut() const { return m_outline.cut; }
    bool isList() const { return m_list; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Sets another text, or the same with more at its end. `sameReply`: folded nodes stay folded.
    void setText(const QString& text, bool sameReply);
    const QString& text() const { return m_text; }

    Q_INVOKABLE void setFolded(int row, bool folded);
    /// The row of the object or list that contains a value; -1: none does.
    Q_INVOKABLE int parentOf(int row) const;
    /// The whole for copying: indented JSON, and a table (CSV), empty if it is not one.
    Q_INVOKABLE QString document() const;
    Q_INVOKABLE QString table() const;

signals:
    void textChanged();

private:
    struct Row {
        int node = 0;
        QString key, value;
        Kind kind = Word;
        int depth = 0;
        bool foldable = false, folded = false, named = false, open = false;
        bool operator==(const Row&) const = default;
    };
    /// Path of a node, which identifies folded nodes.
    QString pathOf(int node) const;
    Row rowOf(int node) const;
    std::vector<Row> visibleRows() const;
    /// Replaces the rows by these; only differences are reported.
    void show(std::vector<Row> rows);

    QString m_text;
    JsonOutline m_outline;
    bool m_list = false;
    std::vector<Row> m_rows;
    QSet<QString> m_folded;
};

}  // namespace hearth::app
