#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QByteArray>
#include <QString>
#include <QVariantList>
#include <optional>
#include <vector>

#include "inference/generation_job.h"
#include "inspector/next_token_model.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// One message looked at closely: its tokens, and of a reply the chance that the model gave each, and where
/// the time went. Reads what was stored with the reply; the texts of the tokens come from the tokenizer of
/// the loaded model. GUI thread.
class ReplyInspector : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    /// 0 while nothing is looked at.
    Q_PROPERTY(qint64 messageId READ messageId NOTIFY changed)
    Q_PROPERTY(bool active READ isActive NOTIFY changed)
    /// It is a reply, and not what the person wrote.
    Q_PROPERTY(bool isReply READ isReply NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// How many tokens are text, and how many code of each language; see tokenSharesText().
    Q_PROPERTY(QString sharesText READ sharesText NOTIFY changed)
    /// Why there are no tokens to see, one sentence; empty when there are.
    Q_PROPERTY(QString note READ note NOTIFY changed)
    Q_PROPERTY(int tokenCount READ tokenCount NOTIFY changed)
    Q_PROPERTY(int processedTokens READ processedTokens NOTIFY changed)
    /// Milliseconds; the first token's is what is left of the time to it.
    Q_PROPERTY(double templateMs READ templateMs NOTIFY changed)
    Q_PROPERTY(double tokenizeMs READ tokenizeMs NOTIFY changed)
    Q_PROPERTY(double prefillMs READ prefillMs NOTIFY changed)
    Q_PROPERTY(double firstTokenMs READ firstTokenMs NOTIFY changed)
    Q_PROPERTY(double decodeMs READ decodeMs NOTIFY changed)
    Q_PROPERTY(double timeToFirstTokenMs READ timeToFirstTokenMs NOTIFY changed)
    Q_PROPERTY(double totalMs READ totalMs NOTIFY changed)
    /// Milliseconds between tokens, in order, at most `maxBars` of them: each the longest of its stretch.
    Q_PROPERTY(QVariantList intervals READ intervals NOTIFY changed)
    Q_PROPERTY(double medianMs READ medianMs NOTIFY changed)
    Q_PROPERTY(double p95Ms READ p95Ms NOTIFY changed)
    Q_PROPERTY(double longestMs READ longestMs NOTIFY changed)
    /// How many tokens were guessed and checked, and how many were right; empty: none.
    Q_PROPERTY(QString draftsText READ draftsText NOTIFY changed)
    /// What else could have come in the place of a token: alternatives.show(index).
    Q_PROPERTY(hearth::app::NextTokenModel* alternatives READ alternatives CONSTANT)
    /// The rows are the tokens of the exact prompt, the reply's otherwise.
    Q_PROPERTY(bool showsPrompt READ showsPrompt WRITE setShowsPrompt NOTIFY changed)
    Q_PROPERTY(bool replaying READ isReplaying NOTIFY changed)
    /// What making the reply again from its recipe gave; empty before.
    Q_PROPERTY(QString verdict READ verdict NOTIFY changed)
    Q_PROPERTY(bool sameText READ isSameText NOTIFY changed)
    /// What the cache of the engine holds, and how full it is (0 to 1).
    Q_PROPERTY(QString cacheText READ cacheText NOTIFY changed)
    Q_PROPERTY(double cacheShare READ cacheShare NOTIFY changed)

public:
    enum Role { PieceRole = Qt::UserRole + 1, TokenIdRole, ChanceRole, LevelRole, EndsLineRole, BytesRole };

    static constexpr int maxBars = 96;
    /// More tokens than this are not shown; the figures still count all.
    static constexpr int maxTokens = 2000;

    ReplyInspector(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                   QObject* parent = nullptr);

    qint64 messageId() const { return m_messageId; }
    bool isActive() const { return m_messageId != 0; }
    bool isReply() const { return m_isReply; }
    int count() const { return static_cast<int>(m_rows.size()); }
    QString sharesText() const { return m_sharesText; }
    QString note() const { return m_note; }
    int tokenCount() const { return m_tokenCount; }
    int processedTokens() const { return qRound(metric("processedTokens")); }
    double templateMs() const { return metric("templateMs"); }
    double tokenizeMs() const { return metric("tokenizeMs"); }
    double prefillMs() const { return metric("prefillMs"); }
    double firstTokenMs() const;
    double decodeMs() const { return metric("decodeMs"); }
    double timeToFirstTokenMs() const { return metric("timeToFirstTokenMs"); }
    double totalMs() const { return metric("totalMs"); }
    QVariantList intervals() const;
    QString draftsText() const;
    double medianMs() const { return percentile(0.5); }
    double p95Ms() const { return percentile(0.95); }
    double longestMs() const { return percentile(1); }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    NextTokenModel* alternatives() { return &m_alternatives; }
    bool showsPrompt() const { return m_showsPrompt; }
    void setShowsPrompt(bool shows);
    bool isReplaying() const { return m_replayJob != 0; }
    QString verdict() const { return m_verdict; }
    bool isSameText() const { return m_sameText; }
    QString cacheText() const { return m_cacheText; }
    double cacheShare() const { return m_cacheShare; }

    /// Makes the reply again from what is stored of it (prompt, parameters, seed) and says whether the text
    /// is the same. Changes nothing that is stored.
    Q_INVOKABLE void replay();
    /// Looks at a message; a reply with nothing stored leaves a note.
    Q_INVOKABLE void inspect(qint64 messageId);

    /// 0 for a chance of 90 % and more, then 1 (60), 2 (30), 3 (10), 4 (less).
    static int levelOf(double chance);
    /// The bytes of tokens as texts: a character that is spread over several tokens stands with its last one,
    /// the others are empty.
    static QStringList textsOf(const QList<QByteArray>& pieces);

signals:
    void changed();

private:
    struct Row {
        QString piece;
        QByteArray bytes;
        int token = 0;
        double chance = 0;
    };
    void readTokens();
    void readText(const QString& text);
    void fill(const std::vector<TokenId>& tokens, const std::vector<float>& chances);
    /// What the reply was asked for with; nullopt (and a verdict) when that is not known.
    std::optional<GenerationRequest> requestOfReply();
    std::optional<store::Generation> generationOfReply();
    void takeReplay(const GenerationResult& result);
    void takePieces(quint64 id, const QList<QByteArray>& pieces);
    double metric(const char* name) const { return m_metrics.value(QLatin1String(name)).toDouble(); }
    double percentile(double share) const;

    store::Store& m_store;
    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    qint64 m_messageId = 0;
    quint64 m_asked = 0;  ///< the request for texts that is under way
    int m_tokenCount = 0;
    QString m_note, m_sharesText;
    QJsonObject m_metrics;
    std::vector<float> m_intervals;
    std::vector<Row> m_rows;
    NextTokenModel m_alternatives;
    bool m_showsPrompt = false, m_isReply = true;
    quint64 m_promptJob = 0, m_cacheJob = 0, m_replayJob = 0;
    QString m_verdict, m_cacheText;
    double m_cacheShare = 0;
    bool m_sameText = false;
};

}  // namespace hearth::app
