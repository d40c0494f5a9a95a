#include "inspector/attention_view.h"

#include <QMetaObject>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "chat/recipe_keys.h"
#include "chat/recipe_shifts.h"
#include "inference/engine_status.h"
#include "inspector/reply_recipe.h"
#include "inspector/token_rows.h"
#include "store/database.h"

namespace hearth::app {

namespace {

/// Adds a head's shares, or those of all heads together, times `weight`.
void addShares(const LayerAttention& layer, std::optional<size_t> head, float weight,
               std::vector<float>& shares) {
    const size_t positions = layer.positions();
    for (size_t h = head.value_or(0); h < (head ? *head + 1 : layer.heads); ++h) {
        const float part = head ? weight : weight / static_cast<float>(layer.heads);
        for (size_t i = 0; i < positions && layer.first + i < shares.size(); ++i)
            shares[layer.first + i] += part * layer.shares[h * positions + i];
    }
}

ptrdiff_t layersThatLook(const std::vector<LayerAttention>& layers) {
    return std::ranges::count_if(layers, [](const LayerAttention& one) { return one.heads != 0; });
}

}  // namespace

AttentionView::AttentionView(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                             QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_inference(inference), m_engine(engine) {
}

void AttentionView::setMessage(qint64 messageId) {
    m_messageId = messageId;
    look(-1, false);
}

void AttentionView::look(int token, bool inPrompt) {
    m_look.reset();
    m_problem.clear();
    m_token = token;
    m_inPrompt = inPrompt;
    if (token < 0) {
        m_pictures.setPictures({});
        return refuse({});
    }
    AttentionLook::Question question;
    try {
        const ReplyRecipe recipe = recipeOfReply(m_store, m_engine, m_messageId);
        const auto generation = m_store.generations().find(m_messageId);
        const auto reply = m_store.messages().find(m_messageId);
        if (!recipe.request || !generation || !reply) {
            m_pictures.setPictures({});
            return refuse(recipe.problem);
        }
        question.request = *recipe.request;
        std::vector<std::shared_ptr<const PictureFile>> pictures;
        for (const ChatMessage& message : question.request.messages)
            for (const MessagePicture& picture : message.pictures) pictures.push_back(picture.file);
        m_pictures.setPictures(pictures);
        question.part = m_engine.model().partCalled(reply->model).value_or(RouteTarget::Small);
        question.cuts = shiftsFromJson(generation->recipe.value(QLatin1String(recipe::cuts)).toArray());
        const auto shown = std::min(static_cast<size_t>(token) + 1, generation->tokens.size());
        if (inPrompt)
            question.promptToken = static_cast<size_t>(token);
        else
            question.reply.assign(generation->tokens.begin(),
                                  generation->tokens.begin() + static_cast<ptrdiff_t>(shown));
    } catch (const store::StoreError& error) {
        return refuse(error.message());
    }
    const quint64 asked = ++m_asked;
    m_look = std::make_unique<AttentionLook>(
        m_inference, std::move(question), [this, asked](std::shared_ptr<const AttentionLook::Answer> answer) {
            QMetaObject::invokeMethod(
                this,
                [this, asked, answer = std::move(answer)] {
                    if (asked == m_asked && m_look) take(answer);
                },
                Qt::QueuedConnection);
        });
    emit changed();
}

void AttentionView::take(std::shared_ptr<const AttentionLook::Answer> answer) {
    m_look.reset();
    m_problem = answer->problem;
    const QStringList before = layers();
    m_answer = answer->attention.layers.empty() ? nullptr : std::move(answer);
    m_pieces = m_answer ? TokenRows::textsOf(m_answer->pieces) : QStringList();
    // The same choice for the next token.
    if (m_layer >= layers().size()) m_layer = m_head = 0;
    if (layers() != before) emit choicesChanged();
    sum();
}

void AttentionView::refuse(const QString& problem) {
    auto answer = std::make_shared<AttentionLook::Answer>();
    answer->problem = problem;
    take(std::move(answer));
}

const LayerAttention* AttentionView::chosenLayer() const {
    if (!m_answer || m_layer == 0) return nullptr;
    return &m_answer->attention.layers[static_cast<size_t>(m_layer) - 1];
}

void AttentionView::sum() {
    beginResetModel();
    m_shares.clear();
    m_strongest.clear();
    m_most = 0;
    if (m_answer) {
        m_shares.resize(m_answer->attention.tokens.size());
        if (const LayerAttention* layer = chosenLayer()) {
            const bool single = m_head > 0 && m_head <= static_cast<int>(layer->heads);
            addShares(*layer, single ? std::optional(static_cast<size_t>(m_head) - 1) : std::nullopt, 1,
                      m_shares);
        } else {
            const auto& all = m_answer->attention.layers;
            const ptrdiff_t with = layersThatLook(all);
            for (const LayerAttention& one : all)
                addShares(one, std::nullopt, 1.0F / static_cast<float>(std::max<ptrdiff_t>(with, 1)),
                          m_shares);
        }
        const ptrdiff_t skipped = m_shares.size() > 2 ? 1 : 0;
        if (m_shares.size() > 1) m_most = *std::max_element(m_shares.begin() + skipped, m_shares.end() - 1);
        std::vector<size_t> order(m_shares.size());
        std::iota(order.begin(), order.end(), size_t{0});
        const auto rows = static_cast<ptrdiff_t>(std::min<size_t>(order.size(), maxRows));
        std::ranges::partial_sort(order, order.begin() + rows, [this](size_t a, size_t b) {
            return m_shares[a] != m_shares[b] ? m_shares[a] > m_shares[b] : a < b;
        });
        for (ptrdiff_t i = 0; i < rows; ++i)
            if (m_shares[order[static_cast<size_t>(i)]] > 0)
                m_strongest.push_back(order[static_cast<size_t>(i)]);
    }
    endResetModel();
    m_pictures.setLight(m_answer ? m_answer->attention.pictures : std::vector<PictureGrid>(), m_shares);
    ++m_revision;
    emit changed();
}

void AttentionView::setLayer(int layer) {
    if (layer == m_layer || layer < 0 || layer >= layers().size()) return;
    const QStringList before = heads();
    m_layer = layer;
    if (m_head >= heads().size()) m_head = 0;
    if (heads() != before) emit choicesChanged();
    sum();
}

void AttentionView::setHead(int head) {
    if (head == m_head || head < 0 || head >= heads().size()) return;
    m_head = head;
    sum();
}

QStringList AttentionView::layers() const {
    if (!m_answer) return {};
    QStringList names{tr("All layers")};
    for (size_t i = 0; i < m_answer->attention.layers.size(); ++i) names += tr("Layer %1").arg(i + 1);
    return names;
}

QStringList AttentionView::heads() const {
    if (!m_answer) return {};
    QStringList names{tr("All heads")};
    if (const LayerAttention* layer = chosenLayer())
        for (uint32_t i = 0; i < layer->heads; ++i) names += tr("Head %1").arg(i + 1);
    return names;
}

QString AttentionView::piece() const {
    return m_pieces.isEmpty() ? QString() : m_pieces.last();
}

QString AttentionView::note() const {
    if (!m_answer) return {};
    QStringList notes;
    const LayerAttention* layer = chosenLayer();
    if (layer == nullptr) {
        const auto& all = m_answer->attention.layers;
        const ptrdiff_t with = layersThatLook(all);
        if (with < static_cast<ptrdiff_t>(all.size()))
            notes += tr("%1 of %2 layers look at single tokens; the others remember in another way.")
                         .arg(with)
                         .arg(all.size());
    } else if (layer->memory == LayerMemory::None) {
        notes += tr("This layer looks at nothing: it works on each token by itself.");
    } else if (layer->memory == LayerMemory::Convolution) {
        notes +=
            tr("This layer looks at nothing: it mixes the last few tokens, with the same weights for "
               "every token.");
    } else if (layer->memory == LayerMemory::State) {
        notes +=
            tr("This layer looks at nothing: it keeps one state that every token changes, and no single "
               "token can be found in it.");
    } else if (layer->memory == LayerMemory::LatentKeys) {
        notes += tr("This layer keeps one compressed key for each token, which all heads share.");
    }
    if (layer != nullptr && layer->window != 0)
        notes += tr("This layer sees the last %1 tokens.").arg(layer->window);
    const double sum = std::accumulate(m_shares.begin(), m_shares.end(), 0.0);
    if (sum > 0 && sum < 0.995)
        notes += tr("%1 % went to nothing: this model may look at no token at all.")
                     .arg(100 * (1 - sum), 0, 'f', 1);
    return notes.join(u' ');
}

double AttentionView::strengthOf(int token, bool inPrompt) const {
    if (!m_answer || token < 0 || (m_inPrompt && !inPrompt)) return 0;
    const size_t position = static_cast<size_t>(token) + (inPrompt ? 0 : m_answer->promptTokens);
    if (position + 1 >= m_shares.size() || (inPrompt && position >= m_answer->promptTokens)) return 0;
    return m_most > 0 ? std::sqrt(std::min(1.0, double{m_shares[position] / m_most})) : 0;
}

QString AttentionView::placeOf(size_t position) const {
    if (position + 1 == m_shares.size()) return tr("itself");
    if (m_inPrompt || position < m_answer->promptTokens) return tr("prompt %1").arg(position + 1);
    return tr("reply %1").arg(position + 1 - m_answer->promptTokens);
}

int AttentionView::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> AttentionView::roleNames() const {
    return {{PieceRole, "piece"}, {PlaceRole, "place"}, {ShareRole, "share"}, {StrengthRole, "strength"}};
}

QVariant AttentionView::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const size_t position = m_strongest[static_cast<size_t>(index.row())];
    switch (role) {
        case PieceRole:
            return m_pieces.value(static_cast<qsizetype>(position));
        case PlaceRole:
            return placeOf(position);
        case ShareRole:
            return double{m_shares[position]};
        case StrengthRole:
            return double{m_shares[position] / m_shares[m_strongest.front()]};
        default:
            return {};
    }
}

}  // namespace hearth::app
