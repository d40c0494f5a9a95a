#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QByteArray>
#include <QString>
#include <QVariantList>
#include <vector>

#include "store/store.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// One reply looked at closely: its tokens with the chance that the model gave each, and where the time went.
/// Reads what was stored with the reply; the texts of the tokens come from the tokenizer of the loaded model.
/// GUI thread.
class ReplyInspector : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    /// 0 while nothing is looked at.
    Q_PROPERTY(qint64 messageId READ messageId NOTIFY changed)
    Q_PROPERTY(bool active READ isActive NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)
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

public:
    enum Role { PieceRole = Qt::UserRole + 1, TokenIdRole, ChanceRole, LevelRole, EndsLineRole, BytesRole };

    static constexpr int maxBars = 96;
    /// More tokens than this are not shown; the figures still count all.
    static constexpr int maxTokens = 2000;

    ReplyInspector(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                   QObject* parent = nullptr);

    qint64 messageId() const { return m_messageId; }
    bool isActive() const { return m_messageId != 0; }
    int count() const { return static_cast<int>(m_rows.size()); }
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
    double medianMs() const { return percentile(0.5); }
    double p95Ms() const { return percentile(0.95); }
    double longestMs() const { return percentile(1); }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Looks at a reply; a message that is none, or has nothing stored, leaves a note.
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
    void takePieces(quint64 id, const QList<QByteArray>& pieces);
    double metric(const char* name) const { return m_metrics.value(QLatin1String(name)).toDouble(); }
    double percentile(double share) const;

    store::Store& m_store;
    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    qint64 m_messageId = 0;
    quint64 m_asked = 0;  ///< the request for texts that is under way
    int m_tokenCount = 0;
    QString m_note;
    QJsonObject m_metrics;
    std::vector<float> m_intervals;
    std::vector<Row> m_rows;
};

}  // namespace hearth::app
