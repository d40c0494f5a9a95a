#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QHash>
#include <QString>
#include <memory>
#include <vector>

#include "chat/message_block_model.h"
#include "chat/reply_runner.h"
#include "store/store.h"

namespace hearth::app {

/// Several answers to one message, side by side until one of them is kept, also after a restart: one row an
/// answer of the open conversation. In the store they are versions of one reply like any others. GUI thread.
class ReplyComparison : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// Number of answers; 0: the open conversation compares nothing.
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// True while an answer is under way.
    Q_PROPERTY(bool running READ isRunning NOTIFY runningChanged)
    /// The question that is answered.
    Q_PROPERTY(QString question READ question NOTIFY changed)
    /// The message that is answered, as a number of QML; 0: none.
    Q_PROPERTY(double questionId READ questionId NOTIFY changed)
    /// Its files and passages, see MessageView::sentText().
    Q_PROPERTY(QString questionFiles READ questionFiles NOTIFY changed)
    /// Its pictures, see shownPictures().
    Q_PROPERTY(QVariantList questionPictures READ questionPictures NOTIFY changed)

public:
    enum Role {
        LabelRole = Qt::UserRole + 1,  ///< "Seed 42"
        BlocksRole,                    ///< the text, a MessageBlockModel
        PhaseRole,
        StatusRole,  ///< its progress or its end, with its figures
        ProblemRole  ///< why it failed; empty: it did not
    };
    enum Phase { Waiting, Reading, Writing, Complete, Stopped, Failed };
    Q_ENUM(Phase)

    struct Answer {
        qint64 messageId = 0;
        QString label;
    };

    ReplyComparison(store::Store& store, ReplyRunner& runner, QObject* parent = nullptr);
    ~ReplyComparison() override;

    int count() const { return static_cast<int>(m_columns.size()); }
    bool isRunning() const;
    QString question() const { return m_question; }
    double questionId() const { return static_cast<double>(m_questionId); }
    QString questionFiles() const { return m_questionFiles; }
    QVariantList questionPictures() const { return m_questionPictures; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Compares these replies of the open conversation.
    void begin(const std::vector<Answer>& answers);
    /// Shows the comparison of a conversation; 0: none.
    void open(qint64 conversationId);
    /// Ends the comparison of a conversation.
    void end(qint64 conversationId);
    /// True if a conversation, open or not, compares something.
    bool holds(qint64 conversationId) const { return m_answers.contains(conversationId); }

    /// The source of an answer, for copying.
    Q_INVOKABLE QString text(int row) const;
    Q_INVOKABLE void stop(int row);
    Q_INVOKABLE void stopAll();
    /// The comparison ends, and this answer is the visible one.
    Q_INVOKABLE void keep(int row);

signals:
    void changed();
    void runningChanged();
    void kept(qint64 messageId);

private:
    struct Column;

    /// Reads the comparisons that existed when Hearth ended.
    void restore();
    void remember();
    void read();
    void readQuestion(qint64 messageId);
    QString statusOf(const Column& column, const ReplyRunner::Reply* running) const;
    static MessageBlockModel::Message shownIn(const Column& column, bool streaming);
    int rowOf(qint64 messageId) const;
    void follow(qint64 messageId);
    void finish(const store::Message& message);

    store::Store& m_store;
    ReplyRunner& m_runner;
    QHash<qint64, std::vector<Answer>> m_answers;  ///< by conversation
    qint64 m_open = 0;
    qint64 m_questionId = 0;
    QString m_question, m_questionFiles;
    QVariantList m_questionPictures;
    std::vector<std::unique_ptr<Column>> m_columns;  ///< of the open conversation
};

}  // namespace hearth::app
