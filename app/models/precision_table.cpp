#include "models/precision_table.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "hearth/host_resources.h"
#include "inference/engine_status.h"
#include "look/number_text.h"
#include "look/spoken_locale.h"
#include "models/installed_models.h"

namespace hearth::app {

namespace {

constexpr int contextOfPlaces = 8192;

QString inGib(uint64_t bytes) {
    const double gib = static_cast<double>(bytes) / (1ULL << 30U);
    return spokenLocale().toString(gib, 'f', gib < 10 ? 2 : 1);
}

}  // namespace

std::vector<MemoryPlace> placesHere(const std::function<std::vector<ListedGpu>()>& cards) {
    std::vector<MemoryPlace> places = {{{}, totalMemoryBytes()}};
    if (!cards) return places;
    for (const ListedGpu& card : cards())
        places.push_back({QString::fromStdString(card.name), card.totalBytes});
    return places;
}

PrecisionTable::PrecisionTable(const EngineStatus& engine, PlaceLister places, HeaderOpener open,
                               QObject* parent)
    : QObject(parent), m_engine(engine), m_lister(std::move(places)), m_open(std::move(open)) {
    m_pool.setMaxThreadCount(1);
    for (const int billions : {7, 13, 70})
        m_subjects.push_back({QStringLiteral("Llama 2 %1B").arg(billions), llamaShapes(billions), {}});
    connect(&m_engine, &EngineStatus::changed, this, &PrecisionTable::follow);
}

PrecisionTable::~PrecisionTable() {
    m_pool.clear();
    m_pool.waitForDone();
}

void PrecisionTable::setShown(bool shown) {
    if (shown == m_shown) return;
    m_shown = shown;
    if (shown)
        m_pool.start([this] {
            // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
            auto places = m_lister ? m_lister() : std::vector<MemoryPlace>();
            QMetaObject::invokeMethod(
                this,
                [this, places = std::move(places)] {
                    m_places = places;
                    emit changed();
                },
                Qt::QueuedConnection);
        });
    follow();
    emit changed();
}

/// The model in use comes first, or goes.
void PrecisionTable::follow() {
    const bool local = m_engine.isReady() && !m_engine.device()->isRemote();
    const QString path = local ? m_engine.modelPath() : QString();
    if (!m_shown || path == m_path) return;
    if (m_subjects.front().ownBytes > 0) m_subjects.erase(m_subjects.begin());
    m_path = path;
    m_subject = 0;
    const quint64 number = ++m_asked;
    emit changed();
    if (path.isEmpty()) return;
    Subject own{m_engine.modelName(), {}, m_engine.quantization()};
    const KvCost kv = m_engine.model().info.memory.kv;
    m_pool.start([this, number, path, own, kv, open = m_open]() mutable {
        try {
            const ModelHeader header = open(path);
            own.shapes = shapesOf(header);
            own.shapes.kv = kv;
            for (const GgufTensor& tensor : header.tensors) own.ownBytes += tensor.sizeBytes;
        } catch (const std::exception&) {
            return;  // The published shapes are there all the same.
        }
        QMetaObject::invokeMethod(
            this,
            [this, number, own] {
                if (number != m_asked) return;
                m_subjects.insert(m_subjects.begin(), own);
                m_subject = 0;
                emit changed();
            },
            Qt::QueuedConnection);
    });
}

QStringList PrecisionTable::subjects() const {
    QStringList names;
    for (const Subject& one : m_subjects) names += one.ownBytes > 0 ? tr("This model") : one.name;
    return names;
}

void PrecisionTable::setSubject(int subject) {
    if (subject == m_subject || subject < 0 || subject >= static_cast<int>(m_subjects.size())) return;
    m_subject = subject;
    emit changed();
}

const PrecisionTable::Subject& PrecisionTable::current() const {
    return m_subjects[static_cast<size_t>(m_subject)];
}

QString PrecisionTable::parametersText() const {
    const double billions = static_cast<double>(current().shapes.parameters()) / 1e9;
    return tr("%1: %2 billion parameters").arg(current().name, spokenLocale().toString(billions, 'f', 2));
}

QStringList PrecisionTable::contexts() const {
    QStringList names;
    for (const int length : contextLengths) names += tr("%1k").arg(length / 1024);
    return names;
}

std::vector<PrecisionTable::Row> PrecisionTable::precisionRows() const {
    std::vector<Row> rows;
    for (const Precision& precision : commonPrecisions())
        rows.push_back({precision.name, weightBytes(current().shapes, precision)});
    if (current().ownBytes > 0) rows.push_back({current().ownPrecision, current().ownBytes, true});
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.bytes > b.bytes; });
    return rows;
}

int PrecisionTable::fitOf(uint64_t bytes) const {
    if (m_places.empty()) return ModelFit::Unknown;
    uint64_t card = 0;
    for (size_t i = 1; i < m_places.size(); ++i) card = std::max(card, m_places[i].bytes);
    if (bytes <= (card != 0 ? card : m_places[0].bytes)) return ModelFit::Fits;
    return bytes <= m_places[0].bytes ? ModelFit::Partly : ModelFit::No;
}

QVariantList PrecisionTable::rows() const {
    QVariantList rows;
    for (const Row& row : precisionRows()) {
        QVariantList cells;
        for (const int length : contextLengths) {
            const uint64_t all = row.bytes + current().shapes.kv.conversationBytes(length, KvType::F16);
            cells.append(
                QVariantMap{{QStringLiteral("text"), inGib(all)}, {QStringLiteral("fits"), fitOf(all)}});
        }
        rows.append(QVariantMap{{QStringLiteral("precision"), row.name},
                                {QStringLiteral("thisFile"), row.own},
                                {QStringLiteral("weights"), inGib(row.bytes)},
                                {QStringLiteral("cells"), cells}});
    }
    return rows;
}

QVariantList PrecisionTable::cacheRows() const {
    QVariantList rows;
    for (const auto& [name, type] :
         {std::pair(tr("16 bits"), KvType::F16), std::pair(tr("8 bits"), KvType::Q8_0),
          std::pair(tr("4 bits"), KvType::Q4_0)}) {
        QStringList cells;
        for (const int length : contextLengths)
            cells += inGib(current().shapes.kv.conversationBytes(length, type));
        rows.append(QVariantMap{{QStringLiteral("name"), name}, {QStringLiteral("cells"), cells}});
    }
    return rows;
}

QVariantList PrecisionTable::places() const {
    QVariantList places;
    const NumberText numbers;
    const std::vector<Row> rows = precisionRows();
    const uint64_t cache = current().shapes.kv.conversationBytes(contextOfPlaces, KvType::F16);
    for (const MemoryPlace& place : m_places) {
        if (place.bytes == 0) continue;
        const auto best = std::find_if(rows.cbegin(), rows.cend(),
                                       [&](const Row& row) { return row.bytes + cache <= place.bytes; });
        const bool fits = best != rows.cend();
        const double bytes =
            static_cast<double>(fits ? best->bytes + cache : rows.back().bytes + cache - place.bytes);
        const QString text =
            fits ? tr("up to %1, %2 with 8k of context").arg(best->name, numbers.memoryWithUnit(bytes))
                 : tr("none fits: the smallest needs %1 more").arg(numbers.memoryWithUnit(bytes));
        places.append(
            QVariantMap{{QStringLiteral("name"),
                         tr("%1, %2").arg(place.name.isEmpty() ? tr("Memory of this computer") : place.name,
                                          numbers.memoryWithUnit(static_cast<double>(place.bytes)))},
                        {QStringLiteral("text"), text},
                        {QStringLiteral("fits"), fits ? ModelFit::Fits : ModelFit::No}});
    }
    return places;
}

}  // namespace hearth::app
