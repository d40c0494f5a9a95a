#include "inspector/reply_inspector.h"

#include <QJsonArray>
#include <QStringDecoder>
#include <algorithm>
#include <cmath>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/token_shares.h"
#include "look/spoken_locale.h"
#include "store/database.h"

namespace hearth::app {

ReplyInspector::ReplyInspector(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                               QObject* parent)
    : QAbstractListModel(parent),
      m_store(store),
      m_inference(inference),
      m_engine(engine),
      m_alternatives(store, inference, engine) {
    connect(&m_inference, &InferenceThread::piecesReady, this, &ReplyInspector::takePieces);
    connect(&m_inference, &InferenceThread::promptReady, this,
            [this](quint64 id, const std::vector<TokenId>& tokens) {
                if (id != m_promptJob || id == 0) return;
                if (!m_isReply && tokens.empty())
                    m_note = tr("Only the server knows how this model splits text into tokens.");
                fill(tokens, {});
            });
    connect(&m_inference, &InferenceThread::cacheRead, this,
            [this](quint64 id, const Engine::CacheStats& stats) {
                if (id != m_cacheJob) return;
                const QLocale locale = spokenLocale();
                m_cacheShare = stats.blocks > 0 ? double(stats.usedBlocks) / double(stats.blocks) : 0;
                m_cacheText = tr("%1 tokens of all chats in %2 of %3 blocks")
                                  .arg(locale.toString(qulonglong(stats.cachedTokens)),
                                       locale.toString(qulonglong(stats.usedBlocks)),
                                       locale.toString(qulonglong(stats.blocks)));
                // Blocks of layers with a sliding window are kept for as long as nobody needs the room.
                if (stats.groups.size() > 1) m_cacheText += tr(", of the layers that see everything");
                emit changed();
            });
    connect(&m_inference, &InferenceThread::finished, this,
            [this](quint64 id, const GenerationResultPtr& result) {
                if (id == m_replayJob && id != 0) takeReplay(*result);
            });
    connect(&m_inference, &InferenceThread::failed, this,
            [this](quint64 id, const InferenceProblem& problem) {
                if (id != m_replayJob || id == 0) return;
                m_replayJob = 0;
                m_verdict = problem.message;
                emit changed();
            });
}

int ReplyInspector::levelOf(double chance) {
    return chance >= 0.9 ? 0 : chance >= 0.6 ? 1 : chance >= 0.3 ? 2 : chance >= 0.1 ? 3 : 4;
}

QStringList ReplyInspector::textsOf(const QList<QByteArray>& pieces) {
    QStringDecoder decoder(QStringDecoder::Utf8);
    QStringList texts;
    texts.reserve(pieces.size());
    for (const QByteArray& piece : pieces) texts.append(decoder(piece));
    return texts;
}

void ReplyInspector::inspect(qint64 messageId) {
    if (m_replayJob != 0) m_inference.cancel(m_replayJob);
    m_replayJob = 0;
    m_verdict.clear();
    m_sameText = false;
    m_showsPrompt = false;
    m_messageId = messageId;
    m_alternatives.setMessage(messageId);
    m_alternatives.show(-1);
    m_cacheJob = m_inference.cacheStats();
    readTokens();
}

void ReplyInspector::setShowsPrompt(bool shows) {
    if (m_showsPrompt == shows) return;
    m_showsPrompt = shows;
    if (!shows) {
        readTokens();
        return;
    }
    fill({}, {});
    if (const auto request = requestOfReply()) m_promptJob = m_inference.prompt(*request);
}

void ReplyInspector::fill(const std::vector<TokenId>& tokens, const std::vector<float>& chances) {
    const size_t shown = std::min<size_t>(tokens.size(), maxTokens);
    beginResetModel();
    m_rows.clear();
    for (size_t i = 0; i < shown; ++i)
        m_rows.push_back({{}, {}, tokens[i], i < chances.size() ? double(chances[i]) : 1.0});
    endResetModel();
    m_tokenCount = static_cast<int>(tokens.size());
    m_sharesText.clear();
    m_asked =
        shown == 0 ? 0 : m_inference.pieces({tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(shown)});
    emit changed();
}

void ReplyInspector::readTokens() {
    m_asked = m_promptJob = 0;
    m_isReply = true;
    m_note.clear();
    m_metrics = {};
    m_intervals.clear();
    try {
        const auto message = m_store.messages().find(m_messageId);
        const auto generation = m_store.generations().find(m_messageId);
        if (message && message->role == store::Role::User) {
            readText(message->text);
            return;
        }
        if (!message || message->role != store::Role::Assistant || !generation) {
            m_note = tr("Nothing is stored about how this text was generated.");
        } else {
            m_metrics = generation->metrics;
            for (const QJsonValue& ms : m_metrics.value(QLatin1String("interTokenMs")).toArray())
                m_intervals.push_back(static_cast<float>(ms.toDouble()));
            if (m_engine.isReady() && (message->model.isEmpty() || message->model == m_engine.modelName())) {
                fill(generation->tokens, generation->probabilities);
                return;
            }
            m_note = tr("Load %1 to see the tokens: their text is stored in the model file.")
                         .arg(message->model.isEmpty() ? tr("the model") : message->model);
            fill({}, {});
            m_tokenCount = static_cast<int>(generation->tokens.size());
            emit changed();
            return;
        }
    } catch (const store::StoreError& error) {
        m_note = error.message();
    }
    fill({}, {});
}

void ReplyInspector::readText(const QString& text) {
    m_isReply = false;
    if (m_engine.isReady() && !text.isEmpty()) m_promptJob = m_inference.tokens(text);
    if (!m_engine.isReady()) m_note = tr("Load a model to see how it splits this text into tokens.");
    fill({}, {});
}

void ReplyInspector::takePieces(quint64 id, const QList<QByteArray>& pieces) {
    if (id != m_asked || m_asked == 0 || pieces.size() != count()) return;
    m_asked = 0;
    const QStringList texts = textsOf(pieces);
    for (int i = 0; i < count(); ++i) {
        m_rows[static_cast<size_t>(i)].piece = texts[i];
        m_rows[static_cast<size_t>(i)].bytes = pieces[i];
    }
    // Of the exact prompt the marks of the template are part as well: that is no text of anybody's.
    if (!m_showsPrompt) m_sharesText = tokenSharesText(tokenShares(pieces));
    if (count() > 0) emit dataChanged(index(0), index(count() - 1));
    emit changed();
}

int ReplyInspector::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ReplyInspector::roleNames() const {
    return {{PieceRole, "piece"}, {TokenIdRole, "tokenId"},   {ChanceRole, "chance"},
            {LevelRole, "level"}, {EndsLineRole, "endsLine"}, {BytesRole, "bytes"}};
}

QVariant ReplyInspector::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case PieceRole:
            return row.piece;
        case TokenIdRole:
            return row.token;
        case ChanceRole:
            return row.chance;
        case LevelRole:
            return levelOf(row.chance);
        case EndsLineRole:
            return row.piece.contains(u'\n');
        case BytesRole:
            return QString::fromLatin1(row.bytes.toHex(' '));
        default:
            return {};
    }
}

double ReplyInspector::firstTokenMs() const {
    return std::max(0.0, timeToFirstTokenMs() - templateMs() - tokenizeMs() - prefillMs());
}

QVariantList ReplyInspector::intervals() const {
    QVariantList bars;
    const size_t stretch = std::max<size_t>(1, (m_intervals.size() + maxBars - 1) / maxBars);
    for (size_t from = 0; from < m_intervals.size(); from += stretch) {
        const auto end =
            m_intervals.begin() + static_cast<ptrdiff_t>(std::min(from + stretch, m_intervals.size()));
        bars.append(double(*std::max_element(m_intervals.begin() + static_cast<ptrdiff_t>(from), end)));
    }
    return bars;
}

QString ReplyInspector::draftsText() const {
    const int drafted = qRound(metric("draftedTokens"));
    if (drafted == 0) return {};
    const QLocale locale = spokenLocale();
    return tr("drafted %1  ·  accepted %2")
        .arg(locale.toString(drafted), locale.toString(qRound(metric("acceptedTokens"))));
}

/// Nearest rank: the smallest value that at least `share` of all values do not exceed.
double ReplyInspector::percentile(double share) const {
    if (m_intervals.empty()) return 0;
    std::vector<float> sorted = m_intervals;
    std::sort(sorted.begin(), sorted.end());
    const double rank = std::ceil(share * static_cast<double>(sorted.size()));
    return double(sorted[static_cast<size_t>(std::max(1.0, rank)) - 1]);
}

}  // namespace hearth::app
