#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QByteArray>
#include <QString>
#include <vector>

#include "hearth/route.h"
#include "hearth/tokenizer.h"
#include "hearth/told_token.h"

namespace hearth::app {

class InferenceThread;

/// The tokens of a text, one row a token, with the chance that the model gave each. Their texts come from the
/// tokenizer of the loaded model, a moment after the rows. GUI thread.
class TokenRows : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyInspector")
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Number of tokens of the whole text; there are at most `most` rows.
    Q_PROPERTY(int tokenCount READ tokenCount NOTIFY changed)
    /// Number of tokens of text, and of code in each language; see tokenSharesText().
    Q_PROPERTY(QString sharesText READ sharesText NOTIFY changed)

public:
    enum Role { PieceRole = Qt::UserRole + 1, TokenIdRole, ChanceRole, LevelRole, EndsLineRole, BytesRole };
    /// Says whether the text was written as it is, or includes the marks of the template. With marks, the
    /// share of code in it has no meaning.
    enum class Text { Plain, WithTemplate };

    /// Maximum number of tokens that are shown.
    static constexpr int most = 2000;

    explicit TokenRows(InferenceThread& inference, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_rows.size()); }
    int tokenCount() const { return m_tokenCount; }
    QString sharesText() const { return m_sharesText; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Shows these tokens. Tokens beyond the end of `chances` (0 to 1), such as those of a prompt, have none:
    /// -1.
    void show(const std::vector<TokenId>& tokens, const std::vector<float>& chances, Text text = Text::Plain,
              RouteTarget of = RouteTarget::Small);
    /// Shows the tokens of a reply that a server made. It reports their texts and not their numbers.
    void showTold(const std::vector<ToldToken>& tokens);
    /// Shows no tokens of a text that has this many.
    void showNone(int tokenCount = 0);

    /// 0 for a chance of 90 % and more or none, then 1 (60), 2 (30), 3 (10), 4 (less).
    static int levelOf(double chance);
    /// The bytes of tokens as texts: a character that is spread over several tokens is in the last of them;
    /// the others are empty.
    static QStringList textsOf(const QList<QByteArray>& pieces);

signals:
    void changed();

private:
    struct Row {
        QString piece;
        QByteArray bytes;
        TokenId token = 0;
        double chance = 0;
    };
    void takePieces(quint64 id, const QList<QByteArray>& pieces);
    void setPieces(const QList<QByteArray>& pieces);

    InferenceThread& m_inference;
    std::vector<Row> m_rows;
    int m_tokenCount = 0;
    QString m_sharesText;
    Text m_text = Text::Plain;
    quint64 m_asked = 0;  ///< the request for texts that is under way; 0: none
};

}  // namespace hearth::app
