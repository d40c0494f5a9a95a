#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

#include "inspector/attention_view.h"
#include "inspector/cache_figures.h"
#include "inspector/next_token_model.h"
#include "inspector/reply_replay.h"
#include "inspector/reply_times.h"
#include "inspector/token_rows.h"
#include "inspector/token_way.h"
#include "inspector/word_tokens.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Details of one message: its tokens, and for a reply the chance that the model gave each, the durations,
/// and making it again. Chooses what its parts show. GUI thread.
class ReplyInspector : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// 0 while no message is inspected.
    Q_PROPERTY(qint64 messageId READ messageId NOTIFY changed)
    Q_PROPERTY(bool active READ isActive NOTIFY changed)
    /// True for a reply, false for a person's message.
    Q_PROPERTY(bool isReply READ isReply NOTIFY changed)
    /// Reason why there are no tokens to see, one sentence; empty when there are.
    Q_PROPERTY(QString note READ note NOTIFY changed)
    /// A few words of the message or of the question that it answers; empty: it no longer exists.
    Q_PROPERTY(QString subject READ subject NOTIFY changed)
    /// Number of tokens of the inspected text; -1: not known.
    Q_PROPERTY(int tokenCount READ tokenCount NOTIFY changed)
    /// `tokens` are those of the exact prompt, the message's otherwise.
    Q_PROPERTY(bool showsPrompt READ showsPrompt WRITE setShowsPrompt NOTIFY changed)
    /// `tokens` are those that a server reported: they have texts and no numbers, and nothing else of the
    /// model is known.
    Q_PROPERTY(bool ofServer READ isOfServer NOTIFY changed)
    Q_PROPERTY(hearth::app::TokenRows* tokens READ tokens CONSTANT)
    Q_PROPERTY(hearth::app::ReplyTimes* times READ times CONSTANT)
    Q_PROPERTY(hearth::app::ReplyReplay* replay READ replay CONSTANT)
    Q_PROPERTY(hearth::app::CacheFigures* cache READ cache CONSTANT)
    /// Alternatives to a token: alternatives.show(index).
    Q_PROPERTY(hearth::app::NextTokenModel* alternatives READ alternatives CONSTANT)
    /// Attention of a token of `tokens`: attention.look(index, showsPrompt).
    Q_PROPERTY(hearth::app::AttentionView* attention READ attention CONSTANT)
    /// The last reply, even if another one is inspected.
    Q_PROPERTY(hearth::app::TokenWay* way READ way CONSTANT)
    /// For any text, whether a message is inspected or not.
    Q_PROPERTY(hearth::app::WordTokens* words READ words CONSTANT)

public:
    ReplyInspector(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                   QObject* parent = nullptr);

    qint64 messageId() const { return m_messageId; }
    bool isActive() const { return m_messageId != 0; }
    bool isReply() const { return m_isReply; }
    QString note() const { return m_note; }
    QString subject() const { return m_subject; }
    int tokenCount() const;
    bool showsPrompt() const { return m_showsPrompt; }
    void setShowsPrompt(bool shows);
    bool isOfServer() const { return m_ofServer; }
    TokenRows* tokens() { return &m_tokens; }
    ReplyTimes* times() { return &m_times; }
    ReplyReplay* replay() { return &m_replay; }
    CacheFigures* cache() { return &m_cache; }
    NextTokenModel* alternatives() { return &m_alternatives; }
    AttentionView* attention() { return &m_attention; }
    TokenWay* way() { return &m_way; }
    WordTokens* words() { return &m_words; }

    /// Looks at a message; a reply with nothing stored leaves a note. 0: at none.
    Q_INVOKABLE void inspect(qint64 messageId);
    /// The message may have changed: its reply ended, or another model is loaded.
    void refresh();

signals:
    void changed();

private:
    void read();
    void readText(const QString& text);
    void readReply(const store::Message& message, const store::Generation& generation);
    void readPrompt();
    void takeTokens(quint64 id, const std::vector<TokenId>& tokens, const std::vector<ContextShift>& cuts);
    void takePrompt(std::vector<TokenId> tokens, std::vector<ContextShift> cuts);
    static QString subjectOf(store::Store& store, const store::Message& message);

    store::Store& m_store;
    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    TokenRows m_tokens;
    ReplyTimes m_times;
    ReplyReplay m_replay;
    CacheFigures m_cache;
    NextTokenModel m_alternatives;
    AttentionView m_attention;
    TokenWay m_way;
    WordTokens m_words;
    qint64 m_messageId = 0;
    bool m_isReply = true, m_showsPrompt = false, m_ofServer = false;
    QString m_note, m_subject;
    int m_readTokens = 0;  ///< of the prompt, as they were counted when it was read; 0: not known
    quint64 m_job = 0;     ///< the request for the tokens of a text or a prompt; 0: none
};

}  // namespace hearth::app
