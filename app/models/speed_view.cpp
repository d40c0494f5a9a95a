#include "models/speed_view.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "look/figure_row.h"
#include "look/number_text.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

QString fixed(double value, int decimals) {
    return spokenLocale().toString(value, 'f', decimals);
}

/// "494 million", "8.03 billion".
QString countText(double count) {
    return count < 1e9 ? SpeedView::tr("%1 million").arg(fixed(count / 1e6, 0))
                       : SpeedView::tr("%1 billion").arg(fixed(count / 1e9, 2));
}

}  // namespace

SpeedView::SpeedView(SpeedBook& book, const EngineStatus& engine, InferenceThread& inference,
                     WorkReader reader, QObject* parent)
    : QObject(parent), m_book(book), m_engine(engine), m_reader(std::move(reader)) {
    m_pool.setMaxThreadCount(1);
    connect(&m_engine, &EngineStatus::changed, this, &SpeedView::follow);
    connect(&m_book, &SpeedBook::changed, this, &SpeedView::compute);
    connect(&inference, &InferenceThread::finished, this,
            [this](quint64, const GenerationResultPtr& result) { take(*result); });
}

SpeedView::~SpeedView() {
    m_pool.clear();
    m_pool.waitForDone();
}

void SpeedView::setShown(bool shown) {
    if (shown == m_shown) return;
    m_shown = shown;
    compute();
    m_book.setWanted(m_shown || m_listShown);
}

void SpeedView::setListShown(bool shown) {
    if (shown == m_listShown) return;
    m_listShown = shown;
    m_book.setWanted(m_shown || m_listShown);
    emit changed();
}

QString SpeedView::note() const {
    if (!m_engine.isReady()) return tr("Load a model to see what bounds its speed.");
    if (m_engine.device()->isRemote() || m_engine.isRouted())
        return tr("This is known of a model that runs on this computer alone.");
    if (!m_work.isKnown()) return m_asked != 0 ? QString() : tr("The shapes of this model are not known.");
    return {};
}

/// The shapes of another model.
void SpeedView::follow() {
    const bool local = m_engine.isReady() && !m_engine.device()->isRemote() && !m_engine.isRouted();
    const QString path = local ? m_engine.modelPath() : QString();
    if (path == m_path) return;
    m_path = path;
    m_work = {};
    m_roofs = {};
    m_lastRate = 0;
    const quint64 number = ++m_asked;
    emit changed();
    if (path.isEmpty() || !m_reader) return;
    m_pool.start([this, number, path, reader = m_reader] {
        TokenWork work;
        try {
            work = reader(path);
        } catch (const std::exception&) {
            // Then there is nothing to see.
        }
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, number, work] {
                if (number != m_asked) return;
                m_work = work;
                compute();
            },
            Qt::QueuedConnection);
    });
}

void SpeedView::compute() {
    const MemoryPlan& plan = m_engine.model().info.memory;
    if (m_shown && m_work.isKnown()) m_book.computed(m_work, plan);
    const DeviceSpeed* speed = m_engine.isReady() ? m_book.speedOf(plan) : nullptr;
    m_roofs = speed != nullptr && m_work.isKnown() ? roofline(m_work, *speed) : Roofline();
    emit changed();
}

/// Replies that were made one token at a time and alone say what a token takes.
void SpeedView::take(const GenerationResult& result) {
    const GenerationMetrics& metrics = result.metrics;
    if (!m_engine.isReady() || !m_work.isKnown() || metrics.keptReply || metrics.draftedTokens > 0) return;
    if (metrics.generatedTokens < fewestTokens || metrics.interTokenMs.empty()) return;
    // The median: what else ran meanwhile shows in some tokens only.
    std::vector<float> times = metrics.interTokenMs;
    const auto middle = times.begin() + static_cast<ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    if (*middle <= 0) return;
    const int depth = metrics.promptTokens + metrics.generatedTokens / 2;
    m_lastRate = 1000.0 / static_cast<double>(*middle);
    m_lastBytes =
        static_cast<double>(m_work.weightBytes() + m_work.cachedNumbers * 2 * static_cast<uint64_t>(depth));
    const MemoryPlan& plan = m_engine.model().info.memory;
    const auto computed = m_book.computed(m_work, plan, depth), guess = m_book.guess(m_work, plan, depth);
    if (computed && guess)
        m_book.note({m_engine.modelName(), m_engine.quantization(), guess->tokensPerS(), m_lastRate,
                     computed->tokensPerS()});
    emit changed();
}

QVariantList SpeedView::facts() const {
    if (!m_work.isKnown()) return {};
    const NumberText numbers;
    QVariantList facts;
    const auto parameters = static_cast<double>(m_work.parameters),
               active = static_cast<double>(m_work.activeParameters);
    facts.append(figureRow(tr("Parameters"), countText(parameters), tr("All numbers of the model.")));
    facts.append(
        figureRow(tr("Active for a token"), countText(active),
                  tr("What one token is multiplied with: one row of the embeddings, and of a mixture of "
                     "experts the chosen ones.")));
    facts.append(figureRow(tr("Bytes of weights a token"),
                           numbers.fileSize(static_cast<double>(m_work.weightBytes())),
                           tr("A reply reads them once for every token: that is what bounds it.")));
    facts.append(
        figureRow(tr("Work a token"), tr("%1 GFLOP").arg(fixed(m_work.flops() / 1e9, 2)),
                  tr("Two operations for each weight that a token meets: it is multiplied and added.")));
    facts.append(figureRow(tr("Cache of a token"),
                           numbers.fileSize(static_cast<double>(m_work.cachedNumbers * 2)),
                           tr("Keys and values in 16 bits, which every later token reads.")));
    return facts;
}

QString SpeedView::sentence() const {
    if (m_lastRate <= 0 || m_roofs.bytesPerS <= 0) return {};
    const NumberText numbers;
    return tr("The last reply, measured: %1 tokens/s. It read %2 a token, %3 % of what this memory gives.")
        .arg(fixed(m_lastRate, 1), numbers.fileSize(m_lastBytes),
             fixed(100 * m_lastRate * m_lastBytes / m_roofs.bytesPerS, 0));
}

QVariantMap SpeedView::pointOf(const RooflinePoint& point) const {
    const bool prompt = point.rows == ProductSpeed::rowCounts.back();
    return {{QStringLiteral("name"), prompt            ? tr("Prompt, %1 tokens at once").arg(point.rows)
                                     : point.rows == 1 ? tr("One reply")
                                                       : tr("%1 replies, or drafts of one").arg(point.rows)},
            {QStringLiteral("flopsPerByte"), point.flopsPerByte},
            {QStringLiteral("gigaflops"), point.flopsPerS / 1e9},
            {QStringLiteral("share"), m_roofs.bytesPerS > 0 ? point.bytesPerS / m_roofs.bytesPerS : 0},
            {QStringLiteral("memoryBound"), point.bound == SpeedBound::Memory},
            {QStringLiteral("rows"), static_cast<int>(point.rows)},
            {QStringLiteral("measured"), false}};
}

QVariantList SpeedView::points() const {
    QVariantList points;
    for (const RooflinePoint& point : m_roofs.points) points.append(pointOf(point));
    if (m_lastRate > 0 && !points.isEmpty())
        points.append(QVariantMap{{QStringLiteral("name"), tr("The last reply")},
                                  {QStringLiteral("flopsPerByte"), m_work.flops() / m_lastBytes},
                                  {QStringLiteral("gigaflops"), m_lastRate * m_work.flops() / 1e9},
                                  {QStringLiteral("share"), m_lastRate * m_lastBytes / m_roofs.bytesPerS},
                                  {QStringLiteral("memoryBound"), true},
                                  {QStringLiteral("measured"), true}});
    return points;
}

QVariantList SpeedView::told() const {
    QVariantList rows;
    for (const SpeedBook::Told& one : m_book.told()) {
        const int percent = qRound(100 * one.off());
        rows.append(QVariantMap{
            {QStringLiteral("model"), one.model + QLatin1Char(' ') + one.quantization},
            {QStringLiteral("expected"), fixed(one.expected, 1)},
            {QStringLiteral("measured"), fixed(one.measured, 1)},
            {QStringLiteral("off"), tr("%1 %").arg((percent > 0 ? QStringLiteral("+") : QString()) +
                                                   spokenLocale().toString(percent))}});
    }
    return rows;
}

}  // namespace hearth::app
