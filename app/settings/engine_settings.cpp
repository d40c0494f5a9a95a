#include "settings/engine_settings.h"

#include <QJsonArray>
#include <algorithm>
#include <thread>
#include <utility>

namespace hearth::app {

void EngineSettings::setThreads(int threads) {
    put("threads", std::clamp(threads, 0, mostThreads));
}

int EngineSettings::maxThreads() const {
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 256U));
}

void EngineSettings::setContextLength(int length) {
    put("contextLength", std::clamp(length, 0, longestContext));
}

void EngineSettings::setKvType(const QString& type) {
    if (kvTypesOf(type.toStdString())) put("kvType", type);
}

QString EngineSettings::backend() const {
    const int index = backendIndex();
    return index == 0 ? QStringLiteral("auto")
                      : QString::fromStdString(m_backends[static_cast<size_t>(index) - 1].name);
}

QStringList EngineSettings::backendNames() const {
    QStringList names{tr("Automatic")};
    for (const BackendLabel& one : m_backends)
        names += one.type == DeviceType::GraphicsCard ? tr("Graphics card")
                 : one.type == DeviceType::Processor  ? tr("CPU")
                                                      : QString::fromStdString(one.title);
    return names;
}

int EngineSettings::backendIndex() const {
    const std::string chosen = value("backend", "auto").toString().toStdString();
    const auto found = std::ranges::find(m_backends, chosen, &BackendLabel::name);
    return found == m_backends.end() ? 0 : static_cast<int>(found - m_backends.begin()) + 1;
}

void EngineSettings::setBackendIndex(int index) {
    if (index < 0 || index > static_cast<int>(m_backends.size())) return;
    put("backend", index == 0 ? QStringLiteral("auto")
                              : QString::fromStdString(m_backends[static_cast<size_t>(index) - 1].name));
}

void EngineSettings::offerBackends(std::vector<BackendLabel> backends) {
    m_backends = std::move(backends);
    emit changed();
}

QList<int> EngineSettings::cards() const {
    QList<int> numbers;
    for (const QJsonValue number : value("cards", QJsonArray()).toArray())
        if (number.isDouble() && number.toInt(-1) >= 0 && !numbers.contains(number.toInt()))
            numbers.append(number.toInt());
    return numbers;
}

void EngineSettings::useCard(int number, bool use) {
    QList<int> numbers = cards();
    numbers.removeAll(number);
    if (use) numbers.append(number);
    std::ranges::sort(numbers);
    QJsonArray kept;
    for (const int one : numbers) kept.append(one);
    put("cards", kept);
}

EngineOptions EngineSettings::options() const {
    EngineOptions options;
    options.backend = ownProcess() ? "cpu" : backend().toStdString();
    const auto backendKind = std::ranges::find(m_backends, options.backend, &BackendLabel::name);
    if (backendKind == m_backends.end() || backendKind->type == DeviceType::GraphicsCard)
        for (const int card : cards()) options.devices.push_back(card);
    options.cardSplit = static_cast<GpuSplit>(cardSplit());
    options.threads = threads();
    options.contextLength = contextLength();
    options.kvType = kvTypesOf(kvType().toStdString()).value_or(options.kvType);
    return options;
}

}  // namespace hearth::app
