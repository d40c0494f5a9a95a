#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <algorithm>
#include <vector>

#include "hearth/route.h"
#include "hearth/told_token.h"
#include "inspector/next_token_filter.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Possible tokens at one position of a reply, and the effect of sampling settings on them: the live chart of
/// the sampling panel, and the alternatives of a token in the inspector. Likeliest first. GUI thread.
class NextTokenModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY changed)
    Q_PROPERTY(qint64 messageId READ messageId NOTIFY changed)
    /// Index of the token of the reply, from 0; -1 while there is none.
    Q_PROPERTY(int position READ position NOTIFY changed)
    /// Number of tokens of the reply that have candidates.
    Q_PROPERTY(int positions READ positions NOTIFY changed)
    /// The end of the text before it.
    Q_PROPERTY(QString after READ after NOTIFY changed)
    Q_PROPERTY(double entropy READ entropy NOTIFY changed)
    /// Number of tokens that the settings leave; -1 when not all of them were kept.
    Q_PROPERTY(int remaining READ remaining NOTIFY changed)

public:
    enum Role {
        TokenIdRole = Qt::UserRole + 1,  ///< of a server's reply the number of the alternative
        PieceRole,
        ChanceRole,   ///< under the settings, 0 when cut
        PlainRole,    ///< the model's own
        CutRole,      ///< "", "top-k", "top-p" or "min-p"
        CutLineRole,  ///< heading of the first token cut by the same setting: "min-p cuts below 4.9 %"
        ChosenRole    ///< true for the token that was generated
    };

    static constexpr int maxRows = 8;

    NextTokenModel(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                   QObject* parent = nullptr);

    int count() const { return static_cast<int>(std::min<size_t>(m_rows.size(), maxRows)); }
    qint64 messageId() const { return m_messageId; }
    int position() const { return m_position; }
    int positions() const { return static_cast<int>(m_candidates.size()); }
    QString after() const { return m_after; }
    double entropy() const;
    int remaining() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Takes the candidates of a reply; the position is the one where the model was least certain. 0: shows
    /// nothing.
    void setMessage(qint64 messageId);
    /// Goes to a token of the reply.
    Q_INVOKABLE void show(int position);
    /// The settings that the chances are shown under.
    void setParams(const SamplingParams& params);

signals:
    void changed();

private:
    void setTold(const std::vector<ToldToken>& tokens);
    void filter();
    QString toldPiece(int row) const;
    void askTexts();
    void takeTexts(quint64 id, const QList<QByteArray>& pieces);
    QString cutLine(int row) const;

    store::Store& m_store;
    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    SamplingParams m_params;
    qint64 m_messageId = 0;
    int m_position = -1;
    quint64 m_asked = 0;
    QString m_after;
    RouteTarget m_part = RouteTarget::Small;  ///< the model that made the tokens
    std::vector<TokenId> m_tokens;
    std::vector<std::vector<TokenChance>> m_candidates;
    std::vector<FilteredToken> m_rows;
    QStringList m_pieces;  ///< of the rows that are shown
    /// Of a reply that a server made: its alternatives are known by their places, and their texts are here.
    std::vector<ToldToken> m_told;
};

}  // namespace hearth::app
