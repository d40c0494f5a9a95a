#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QHash>
#include <QString>
#include <vector>

#include "chat/chat_passages.h"
#include "chat/question_passages.h"

namespace hearth::app {

/// A person's documents, to choose those that go into the open chat as a whole, and the share of the context
/// they take. GUI thread.
class WholeDocuments : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// Words of the paths of those that are listed.
    Q_PROPERTY(QString words READ words WRITE setWords NOTIFY wordsChanged)
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// Share of the context that the chosen documents take, one sentence; empty: none is chosen.
    Q_PROPERTY(QString summary READ summary NOTIFY changed)
    /// True if the chosen documents do not fit together.
    Q_PROPERTY(bool tooMuch READ isTooMuch NOTIFY changed)

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        FolderRole,
        FiguresRole,  ///< "1,204 tokens", "about 1,200 tokens", "does not fit: …"
        ChosenRole,
        FitsRole,
    };

    WholeDocuments(ChatPassages& chat, QuestionPassages& passages, QObject* parent = nullptr);

    QString words() const { return m_words; }
    void setWords(const QString& words);
    int count() const { return static_cast<int>(m_rows.size()); }
    QString summary() const;
    bool isTooMuch() const { return chosenTokens() > m_passages.documentRoom(); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Reads the list: the chosen ones first.
    Q_INVOKABLE void load();
    /// Chooses a row, or removes the choice. A document that does not fit into the context is not chosen.
    Q_INVOKABLE void setChosen(int row, bool chosen);

signals:
    void wordsChanged();
    void countChanged();
    void changed();

private:
    struct Size {
        int tokens = 0;
        bool exact = false;
    };
    void take(const std::vector<ListedDocument>& listed);
    void measure(const QString& path);
    bool fits(const QString& path) const { return m_sizes.value(path).tokens <= m_passages.documentRoom(); }
    int chosenTokens() const;
    QString figures(const QString& path) const;

    ChatPassages& m_chat;
    QuestionPassages& m_passages;
    QString m_words;
    quint64 m_number = 0;  ///< of the list that was asked for last
    QStringList m_rows;
    QHash<QString, Size> m_sizes;  ///< by path
};

}  // namespace hearth::app
