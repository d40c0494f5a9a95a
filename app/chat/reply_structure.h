#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QUrl>

#include "endpoints/server_fields.h"
#include "structure/chat_structure.h"
#include "structure/json_tree.h"
#include "structure/structure_check.h"

namespace hearth::app {

class OpenChat;
namespace store {
class Store;
}

/// Required structure of the open chat's replies, for the window: kept with the chat and checked while it is
/// typed. Also the last reply as a tree. GUI thread.
class ReplyStructure : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// True if replies have to follow it.
    Q_PROPERTY(bool on READ isOn WRITE setOn NOTIFY changed)
    Q_PROPERTY(Kind kind READ kind WRITE setKind NOTIFY changed)
    /// The text of the kind; each kind has its own.
    Q_PROPERTY(QString source READ source WRITE setSource NOTIFY changed)
    /// Reason why replies cannot follow it, the engine's sentence; empty: they can, or it is not known yet.
    Q_PROPERTY(QString problem READ problem NOTIFY checkChanged)
    /// The server that enforces the structure, without guarantee; empty: it is enforced locally.
    Q_PROPERTY(QString server READ server NOTIFY checkChanged)
    /// True if replies are known to be able to follow it.
    Q_PROPERTY(bool good READ isGood NOTIFY checkChanged)
    /// Names of the examples of this kind.
    Q_PROPERTY(QStringList examples READ examples NOTIFY changed)
    /// The last reply of the visible branch, while the result is watched.
    Q_PROPERTY(hearth::app::JsonTree* result READ result CONSTANT)
    /// True if there is a reply.
    Q_PROPERTY(bool replied READ hasReply NOTIFY replyChanged)
    /// True while it is being written.
    Q_PROPERTY(bool writing READ isWriting NOTIFY replyChanged)
    /// True while the result is shown to a person.
    Q_PROPERTY(bool watching READ isWatching WRITE setWatching NOTIFY watchingChanged)

public:
    enum Kind { Schema, Object, Regex, Gbnf };  ///< ChatStructure::Kind
    Q_ENUM(Kind)

    /// Maximum size of a text, in bytes.
    static constexpr qsizetype mostBytes = 1'000'000;

    ReplyStructure(OpenChat& chat, store::Store& store, QObject* parent = nullptr);
    ~ReplyStructure() override;

    bool isOn() const { return m_structure.on; }
    void setOn(bool on);
    Kind kind() const { return static_cast<Kind>(m_structure.kind); }
    void setKind(Kind kind);
    QString source() const { return m_structure.source(); }
    void setSource(const QString& text);
    QString problem() const { return m_problem.isEmpty() ? serversProblem() : m_problem; }
    QString server() const { return m_server; }
    bool isGood() const { return m_good && serversProblem().isEmpty(); }
    /// Called when another model is in use, on this server (empty: local), with the structures that it
    /// supports.
    void setHolder(const QString& server, const ModelOffers& offers);
    QStringList examples() const;
    Q_INVOKABLE void useExample(int index);
    /// Takes the text of a file; failed() gives the reason if it cannot.
    Q_INVOKABLE void readFile(const QUrl& file);

    JsonTree* result() { return &m_result; }
    bool hasReply() const { return m_reply != 0; }
    bool isWriting() const { return m_writing; }
    bool isWatching() const { return m_watching; }
    void setWatching(bool watching);

    /// Another chat is open, or its record was read again.
    void open();
    /// The last reply is another one, or has ended.
    void showReply();
    /// Called when the reply has grown.
    void replyGrew();

signals:
    void changed();
    void checkChanged();
    void replyChanged();
    void watchingChanged();
    void failed(const QString& title, const QString& body);

private:
    /// The chat has it at once, the store soon.
    void keep();
    void write();
    void checkSoon();
    void setCheck(bool good, const QString& problem);
    /// Reason why the server cannot enforce it; empty: it can, or there is none.
    QString serversProblem() const;

    OpenChat& m_chat;
    store::Store& m_store;
    ChatStructure m_structure;
    QString m_problem, m_server;
    ModelOffers m_offers;
    bool m_good = false;
    QTimer m_checkTimer, m_growTimer, m_storeTimer;
    qint64 m_unstored = 0;  ///< the conversation whose structure the store does not have yet; 0: none
    qint64 m_reply = 0;     ///< the message that the result shows
    bool m_writing = false, m_watching = false;
    JsonTree m_result;
    StructureCheck m_check;
};

}  // namespace hearth::app
