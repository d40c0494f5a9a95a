#include "models/speed_book.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "hearth/error.h"
#include "look/spoken_locale.h"
#include "store/database.h"

namespace hearth::app {

namespace {

const QString settingName = QStringLiteral("speed");

QJsonObject jsonOf(const DeviceSpeed& speed) {
    QJsonArray products;
    for (const ProductSpeed& product : speed.products) {
        QJsonArray rates;
        for (const double rate : product.weightsPerS) rates.append(rate);
        const std::string_view name = blockTypeInfo(product.type).name;
        products.append(QJsonObject{
            {QStringLiteral("type"), QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))},
            {QStringLiteral("weightsPerS"), rates}});
    }
    return {{QStringLiteral("threads"), speed.threads},
            {QStringLiteral("readBytesPerS"), speed.readBytesPerS},
            {QStringLiteral("operationS"), speed.operationS},
            {QStringLiteral("attentionFlopsPerS"), speed.attentionFlopsPerS},
            {QStringLiteral("products"), products}};
}

DeviceSpeed speedFrom(const std::string& backend, const QJsonObject& json) {
    DeviceSpeed speed{.backend = backend,
                      .threads = json[QStringLiteral("threads")].toInt(),
                      .readBytesPerS = json[QStringLiteral("readBytesPerS")].toDouble(),
                      .operationS = json[QStringLiteral("operationS")].toDouble(),
                      .attentionFlopsPerS = json[QStringLiteral("attentionFlopsPerS")].toDouble(),
                      .products = {}};
    for (const QJsonValue& one : json[QStringLiteral("products")].toArray()) {
        const BlockTypeInfo* type = findBlockType(one[QStringLiteral("type")].toString().toStdString());
        const QJsonArray rates = one[QStringLiteral("weightsPerS")].toArray();
        ProductSpeed product;
        if (type == nullptr || rates.size() != static_cast<qsizetype>(product.weightsPerS.size())) continue;
        product.type = type->type;
        for (size_t i = 0; i < product.weightsPerS.size(); ++i)
            product.weightsPerS[i] = rates[static_cast<qsizetype>(i)].toDouble();
        speed.products.push_back(product);
    }
    return speed;
}

}  // namespace

SpeedBook::SpeedBook(store::Store& store, SpeedMeasurer measurer, std::string gpuBackend, QObject* parent)
    : QObject(parent), m_store(store), m_measurer(std::move(measurer)), m_card(std::move(gpuBackend)) {
    read();
}

SpeedBook::~SpeedBook() {
    m_thread.request_stop();
}

const std::string& SpeedBook::backendOf(const MemoryPlan& plan) const {
    return !plan.cards.empty() && !m_card.empty() && 2 * plan.layersOnDevice >= plan.layers ? m_card : m_host;
}

const DeviceSpeed* SpeedBook::speedOf(const MemoryPlan& plan) const {
    const auto found = m_speeds.find(backendOf(plan));
    return found != m_speeds.end() ? &found->second : nullptr;
}

std::optional<SpeedEstimate> SpeedBook::guessOn(const std::string& backend, const TokenWork& work,
                                                int depth) {
    const DeviceSpeed& speed = m_speeds[backend];
    for (const TokenWork::Product& product : work.products)
        if (speed.of(product.type) == nullptr && !m_refused[backend].contains(product.type) &&
            m_missing[backend].insert(product.type).second)
            // Deferred, because the signals may call the caller of this function again.
            QMetaObject::invokeMethod(this, &SpeedBook::begin, Qt::QueuedConnection);
    return estimateSpeed(work, speed, depth);
}

std::optional<SpeedEstimate> SpeedBook::computed(const TokenWork& work, const MemoryPlan& plan, int depth) {
    if (!work.isKnown()) return std::nullopt;
    const double onCard = plan.cards.empty() || m_card.empty() || plan.layers == 0
                              ? 0
                              : static_cast<double>(plan.layersOnDevice) / plan.layers;
    SpeedEstimate sum;
    for (const auto& [backend, share] : {std::pair(m_card, onCard), std::pair(m_host, 1 - onCard)}) {
        if (share <= 0) continue;
        const auto part = guessOn(backend, work, depth);
        if (!part) return std::nullopt;
        sum.tokenS += share * part->tokenS;
        sum.promptTokenS += share * part->promptTokenS;
    }
    return sum;
}

std::optional<SpeedEstimate> SpeedBook::guess(const TokenWork& work, const MemoryPlan& plan, int depth) {
    auto guessed = computed(work, plan, depth);
    if (guessed) guessed->tokenS /= correction();
    return guessed;
}

/// Median ratio of the measured speed of replies to the computed one. It applies to other models as well,
/// because it covers the costs that the computation leaves out.
double SpeedBook::correction() const {
    if (m_told.empty()) return 1;
    std::vector<double> ratios;
    for (const Told& told : m_told) ratios.push_back(told.measured / told.computed);
    std::sort(ratios.begin(), ratios.end());
    return std::clamp(ratios[ratios.size() / 2], 0.5, 1.5);
}

QString SpeedBook::textFor(const TokenWork& work, const MemoryPlan& plan) {
    const auto guessed = guess(work, plan);
    if (!guessed) return {};
    const double rate = guessed->tokensPerS();
    const double first = guessed->firstTokenS(usualDepth);
    return tr("about %1 tokens/s, first token after %2 s or more (prompt of %3)")
        .arg(spokenLocale().toString(rate, 'f', rate < 10 ? 1 : 0),
             spokenLocale().toString(first, 'f', first < 10 ? 1 : 0))
        .arg(usualDepth);
}

void SpeedBook::note(const Told& told) {
    if (told.expected <= 0 || told.measured <= 0 || told.computed <= 0) return;
    std::erase_if(m_told, [&](const Told& one) {
        return one.model == told.model && one.quantization == told.quantization;
    });
    m_told.insert(m_told.begin(), told);
    if (m_told.size() > mostTold) m_told.resize(mostTold);
    keep();
    emit changed();
}

void SpeedBook::setWanted(bool wanted) {
    m_wanted = wanted;
    if (!wanted) m_thread.request_stop();
    begin();
}

void SpeedBook::setResting(bool resting) {
    m_resting = resting;
    if (!resting) m_thread.request_stop();
    begin();
}

void SpeedBook::measureAgain() {
    for (auto& [backend, speed] : m_speeds)
        for (const ProductSpeed& product : speed.products) m_missing[backend].insert(product.type);
    begin();
    emit changed();
}

/// One backend after the other.
void SpeedBook::begin() {
    if (m_measuring || !m_wanted || !m_resting || !m_measurer) return;
    const auto next =
        std::find_if(m_missing.begin(), m_missing.end(), [](const auto& one) { return !one.second.empty(); });
    if (next == m_missing.end()) return;
    m_measuring = true;
    m_thread = std::jthread([this, backend = next->first, measure = m_measurer,
                             types = std::vector<BlockType>(next->second.begin(), next->second.end())](
                                const std::stop_token& stop) {
        DeviceSpeed speed{.backend = backend};
        bool stopped = false;
        try {
            speed = measure(backend, 0, types, stop);
        } catch (const std::exception&) {
            // A failed measurement is not repeated in this run.
            stopped = stop.stop_requested();
        }
        // The thread is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, speed, stopped] {
                m_measuring = false;
                if (!stopped) take(speed);
                begin();
                emit changed();
            },
            Qt::QueuedConnection);
    });
    emit changed();
}

void SpeedBook::take(const DeviceSpeed& speed) {
    DeviceSpeed& known = m_speeds[speed.backend];
    if (speed.operationS > 0) {
        known.backend = speed.backend;
        known.threads = speed.threads;
        known.readBytesPerS = std::max(speed.readBytesPerS, speed.products.empty() ? known.readBytesPerS : 0);
        known.operationS = speed.operationS;
        known.attentionFlopsPerS = speed.attentionFlopsPerS;
    }
    for (const ProductSpeed& product : speed.products) {
        std::erase_if(known.products, [&](const ProductSpeed& one) { return one.type == product.type; });
        known.products.push_back(product);
        m_missing[speed.backend].erase(product.type);
    }
    for (const BlockType type : m_missing[speed.backend]) m_refused[speed.backend].insert(type);
    m_missing[speed.backend].clear();
    keep();
}

void SpeedBook::read() {
    const QJsonObject kept = m_store.settings().find(settingName).toObject();
    const QJsonObject devices = kept[QStringLiteral("devices")].toObject();
    for (auto one = devices.begin(); one != devices.end(); ++one)
        m_speeds[one.key().toStdString()] = speedFrom(one.key().toStdString(), one.value().toObject());
    for (const QJsonValue& one : kept[QStringLiteral("told")].toArray())
        m_told.push_back(
            {one[QStringLiteral("model")].toString(), one[QStringLiteral("quantization")].toString(),
             one[QStringLiteral("expected")].toDouble(), one[QStringLiteral("measured")].toDouble(),
             one[QStringLiteral("computed")].toDouble()});
    std::erase_if(m_told, [](const Told& told) {
        return told.expected <= 0 || told.measured <= 0 || told.computed <= 0;
    });
    if (m_told.size() > mostTold) m_told.resize(mostTold);
}

void SpeedBook::keep() {
    QJsonObject devices;
    for (const auto& [backend, speed] : m_speeds)
        if (!speed.products.empty()) devices[QString::fromStdString(backend)] = jsonOf(speed);
    QJsonArray told;
    for (const Told& one : m_told)
        told.append(QJsonObject{{QStringLiteral("model"), one.model},
                                {QStringLiteral("quantization"), one.quantization},
                                {QStringLiteral("expected"), one.expected},
                                {QStringLiteral("measured"), one.measured},
                                {QStringLiteral("computed"), one.computed}});
    try {
        m_store.settings().put(
            settingName, QJsonObject{{QStringLiteral("devices"), devices}, {QStringLiteral("told"), told}});
    } catch (const store::StoreError&) {
        // Figures that are lost are measured again.
    }
}

}  // namespace hearth::app
