#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <QStringList>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Tokens that the loaded vocabulary splits words into: of a text that a person types, of one sentence in the
/// languages of the window, and of the same as a program. One row each, the typed text first. Nothing is
/// requested while it is not shown (`shown`). Needs no message, only a model with a vocabulary. GUI thread.
class WordTokens : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyInspector")
    /// The typed text, of which `longestText` characters are used.
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY changed)
    Q_PROPERTY(bool shown READ isShown WRITE setShown NOTIFY changed)
    /// Reason why there are no tokens to see, one sentence; empty when there are or will be.
    Q_PROPERTY(QString note READ note NOTIFY changed)

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        TextRole,
        TypedRole,   ///< it is the person's own text
        TokensRole,  ///< number of tokens; 0: not known yet, or no text
        BytesRole,   ///< of the text in UTF-8, for each token
        FactorRole,  ///< tokens for each token of the English sentence; 0: not to be compared, or not known
        PiecesRole,  ///< the texts of the first `mostPieces` tokens
        FigureTextRole  ///< "23 tokens · 3.6 bytes each · 1.2 × English"
    };

    static constexpr int mostPieces = 400;
    static constexpr int longestText = 20'000;

    WordTokens(InferenceThread& inference, const EngineStatus& engine, QObject* parent = nullptr);

    QString text() const { return m_rows.front().text; }
    void setText(const QString& text);
    bool isShown() const { return m_shown; }
    void setShown(bool shown);
    QString note() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

signals:
    void changed();

private:
    struct Row {
        QString code, text;  ///< code: as WordSample; empty: the typed text
        int tokens = 0;
        QStringList pieces;
        quint64 tokensJob = 0, piecesJob = 0;  ///< the requests that are under way; 0: none
    };
    void ask(Row& row);
    void askAll();
    void follow();
    void takeTokens(quint64 id, const std::vector<TokenId>& tokens);
    void takePieces(quint64 id, const QList<QByteArray>& pieces);
    double bytesEach(const Row& row) const;
    double factorOf(const Row& row) const;
    QString figuresOf(const Row& row) const;

    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    std::vector<Row> m_rows;
    QString m_model;  ///< the file that the rows are split by; empty: none
    bool m_shown = false, m_noVocabulary = false;
};

}  // namespace hearth::app
