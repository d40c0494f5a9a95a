#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <QTimer>
#include <QVariantList>
#include <optional>
#include <vector>

#include "chat/markdown_blocks.h"
#include "chat/reply_notice.h"

namespace hearth::app {

/// The messages of the open conversation as one flat list of blocks, oldest first, for the message list.
/// While a reply streams only its last rows change. A very long message is shown by its first part and a row
/// for the rest. GUI thread.
class MessageBlockModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    enum Kind {
        UserText,
        Paragraph,
        Heading,
        ListItem,
        TaskItem,
        Quote,
        Code,
        Table,
        Math,
        Reasoning,
        Rule,
        Footer,
        PrefillBar,
        ErrorCard,
        Notice,   ///< the end of a reply, see reply_notice.h
        Fold,     ///< the row for the rest of a very long message
        Summary,  ///< replaces the messages above it in prompts
        ToolCall  ///< a call of a tool with its result, see CallRole
    };
    Q_ENUM(Kind)

    enum Role {
        MessageIdRole = Qt::UserRole + 1,
        AuthorRole,
        KindRole,
        TextRole,
        LevelRole,
        MarkerRole,
        CheckedRole,
        LanguageRole,
        CellsRole,
        AlignmentsRole,
        FirstRole,
        LastRole,
        OpenRole,
        StreamingRole,
        FiguresRole,
        SiblingIndexRole,
        SiblingCountRole,
        LastMessageRole,
        BodyRole,
        ActionTextRole,
        StoppedRole,
        SourceRole,        ///< of a formula
        ActionsRole,       ///< of a notice
        PreviousKindRole,  ///< kind of the row before in the same message; -1 for its first row
        JointRole,         ///< MarkdownBlock::Joint: how a part of a long block follows the part before
        MoreRole,          ///< true if another part of the block follows
        WidestRole,        ///< the longest words of each column, of a table in parts
        CallRole,          ///< of a ToolCall: see call_view.h
        ModelNameRole,     ///< Message::model, of its first row
        SlowRole,          ///< the row is better made when there is time for it, see isSlow()
        PicturesRole       ///< Message::pictures, of a person's message, in its first row
    };

    /// One message with the other data that its rows need.
    struct Message {
        qint64 id = 0;
        QString author;       ///< "user", "assistant" or "system"; "tool"; "summary": no message, see Summary
        QString text;         ///< as typed or generated
        QString thoughtText;  ///< "Thought for 2.4 s", above the reasoning
        QString figures;
        QString model;  ///< the model that answered, if it differs from the previous one; otherwise empty
        QString attachments;         ///< the files of a person's message, one a line
        QVariantList pictures = {};  ///< of a person's message, see shownPictures()
        /// The highest number of a passage that a reply may cite; 0: the chat has none.
        int citations = 0;
        int siblingIndex = 0, siblingCount = 1;
        bool streaming = false;
        bool stopped = false;  ///< ended before the model was done: stopped, interrupted or failed
        QString errorTitle, errorBody, errorAction;
        ReplyNotice notice;
        QVariantList written = {};  ///< calls that a reply which streams is writing, likewise
        QVariantMap call;           ///< of author "tool": contents of its card, see call_view.h
    };

    explicit MessageBlockModel(QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_rows.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Restricts the rows to the text: no footer, no notice, no error, no row for a prompt. Applies to
    /// messages set from now on.
    void setTextOnly(bool textOnly) { m_textOnly = textOnly; }
    /// Replaces everything.
    void setMessages(const std::vector<Message>& messages);
    /// Replaces the messages from the one with this id on (or appends, when there is none).
    void replaceFrom(qint64 messageId, const std::vector<Message>& messages);
    void append(const Message& message);
    /// Shows a summary below the last of the messages that it replaces, 0: above all; nullopt: none. There is
    /// at most one; the previous one is removed.
    void showSummary(const std::optional<Message>& summary, qint64 after = 0);
    /// Extends the text of the last message, which streams.
    void appendText(qint64 messageId, const QString& delta);
    /// Sets the calls that the last, streaming message is writing; each has a row after its text.
    void setWritten(qint64 messageId, const QVariantList& written);
    /// The stream has ended: closes residual blocks and puts the footer (and the error card) in place.
    void finish(const Message& message);
    /// Updates a call of a tool whose state has changed.
    void update(const Message& message);
    /// Removes the message and all after it.
    void removeFrom(qint64 messageId);

    /// Shows the rest of a folded message, in steps so that the window stays responsive.
    Q_INVOKABLE void showAll(qint64 messageId);
    /// The whole source of the code block that a row is a part of.
    Q_INVOKABLE QString codeAt(int row) const;
    /// The part of a message that its rows do not contain.
    QStringView hiddenText(int row) const;

    /// The first row of a message; -1 when the message is not there.
    Q_INVOKABLE int rowOf(qint64 messageId) const;
    /// The newest message of "user" or "assistant"; -1 when there is none.
    Q_INVOKABLE qint64 lastMessageOf(const QString& author) const;
    /// The id of the message that a row belongs to.
    qint64 messageAt(int row) const;
    Kind kindAt(int row) const { return m_rows.at(static_cast<size_t>(row)).kind; }
    /// Contents of the row; for a person's message and an error card only the text.
    const MarkdownBlock& blockAt(int row) const { return m_rows.at(static_cast<size_t>(row)).block; }

signals:
    void countChanged();
    /// Text was added to an open code block: an editor can insert it instead of reading the whole row again.
    void appended(int row, const QString& delta);

private:
    struct Row {
        qint64 messageId = 0;
        Kind kind = Paragraph;
        MarkdownBlock block;
    };
    struct Entry {
        Message message;
        int firstRow = 0, rowCount = 0;
        qsizetype shown = 0;  ///< number of characters of the text in the rows
    };
    /// A message whose rest is being shown.
    struct Unfolding {
        qint64 messageId = 0;
        MarkdownBlocks blocks;
        qsizetype taken = 0;
    };
    /// The rows of an entry from a block on.
    std::vector<Row> rowsOf(const Entry& entry, const std::vector<MarkdownBlock>& blocks, size_t first) const;
    void insertEntry(const Message& message, qsizetype most);
    void removeEntry(qint64 messageId);
    /// Replaces the rows of a message from `unchanged` on by these; only differences are reported.
    void replaceRows(size_t entry, std::vector<Row> rows, int unchanged);
    void unfoldMore();
    const Entry& entryOf(int row) const;
    std::vector<Entry>::iterator findEntry(qint64 messageId);
    /// `citations`: as Message has it.
    QVariant blockData(const Row& row, int role, int citations) const;
    void announceLastMessage(int entry);

    bool m_textOnly = false;
    std::vector<Row> m_rows;
    std::vector<Entry> m_entries;
    MarkdownBlocks m_stream;  ///< the parser of the message that streams
    std::vector<Unfolding> m_unfolding;
    QTimer m_unfoldTimer;
};

}  // namespace hearth::app
