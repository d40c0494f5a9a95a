#include "settings/app_settings.h"

#include <QEvent>
#include <QGuiApplication>
#include <QJsonArray>
#include <QPalette>
#include <QStringList>
#include <algorithm>
#include <thread>
#include <utility>

#include "hearth/routing.h"
#include "model_files/route_path.h"
#include "settings/language.h"

namespace hearth::app {

namespace {

constexpr int writeDelayMs = 500;

constexpr int longestContext = 1 << 20, mostThreads = 256, mostLayers = 10000;

bool isKvType(const QString& type) {
    return kvTypesOf(type.toStdString()).has_value();
}

QJsonObject usableLoadOptions(const QJsonObject& options) {
    QJsonObject usable;
    const auto keepNumber = [&](const char* name, int least, int most) {
        const QJsonValue number = options.value(QLatin1String(name));
        if (number.isDouble() && number.toDouble() >= least && number.toDouble() <= most)
            usable.insert(QLatin1String(name), number.toInt());
    };
    keepNumber("contextLength", 1, longestContext);
    keepNumber("threads", 1, mostThreads);
    keepNumber("gpuLayers", 0, mostLayers);
    const QString type = options.value(QLatin1String("kvType")).toString();
    if (isKvType(type)) usable.insert(QStringLiteral("kvType"), type);
    return usable;
}

QJsonObject storedIn(store::Store& store) {
    return store.settings().find(QStringLiteral("app")).toObject();
}

}  // namespace

AppSettings::AppSettings(store::Store& store, QObject* parent) : QObject(parent), m_store(store) {
    m_values = storedIn(m_store);
    m_writeTimer.setSingleShot(true);
    m_writeTimer.setInterval(writeDelayMs);
    connect(&m_writeTimer, &QTimer::timeout, this, &AppSettings::flush);
    if (QCoreApplication::instance() != nullptr) QCoreApplication::instance()->installEventFilter(this);
}

AppSettings::~AppSettings() {
    flush();
}

bool AppSettings::eventFilter(QObject* watched, QEvent* event) {
    // The desktop switched between light and dark.
    if (event->type() == QEvent::ApplicationPaletteChange) emit changed();
    return QObject::eventFilter(watched, event);
}

bool AppSettings::isDark() const {
    if (theme() != QLatin1String("system")) return theme() == QLatin1String("dark");
    if (qobject_cast<QGuiApplication*>(QCoreApplication::instance()) == nullptr) return false;
    return QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
}

int AppSettings::maxThreads() const {
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 256U));
}

QRect AppSettings::windowGeometry() const {
    const QJsonArray array = value("windowGeometry", QJsonArray()).toArray();
    if (array.size() != 4) return {};
    return {array[0].toInt(), array[1].toInt(), array[2].toInt(), array[3].toInt()};
}

QStringList AppSettings::languageNames() const {
    QStringList names{tr("System default")};
    for (const Language& language : languages()) names += language.name;
    return names;
}

int AppSettings::languageIndex() const {
    const QList<Language> all = languages();
    const auto found = std::find_if(all.begin(), all.end(), [code = language()](const Language& language) {
        return language.code == code;
    });
    return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

void AppSettings::setLanguageIndex(int index) {
    const QList<Language> all = languages();
    if (index >= 0 && index <= all.size()) put("language", index == 0 ? QString() : all[index - 1].code);
}

void AppSettings::setTheme(const QString& theme) {
    if (QStringList{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")}.contains(
            theme))
        put("theme", theme);
}

double AppSettings::scaleIn(store::Store& store) {
    return std::clamp(storedIn(store).value(QLatin1String("scale")).toDouble(1.0), 1.0, 3.0);
}

void AppSettings::setScale(double scale) {
    put("scale", std::clamp(scale, 1.0, 3.0));
}

void AppSettings::setThreads(int threads) {
    put("threads", std::clamp(threads, 0, 256));
}

void AppSettings::setContextLength(int length) {
    put("contextLength", std::clamp(length, 0, longestContext));
}

void AppSettings::setOverflow(const QString& overflow) {
    if (store::overflowName(store::overflowOf(overflow)) == overflow) put("overflow", overflow);
}

void AppSettings::setKvType(const QString& type) {
    if (isKvType(type)) put("kvType", type);
}

void AppSettings::offerBackends(std::vector<BackendLabel> backends) {
    m_backends = std::move(backends);
    emit changed();
}

QString AppSettings::backend() const {
    const int index = backendIndex();
    return index == 0 ? QStringLiteral("auto")
                      : QString::fromStdString(m_backends[static_cast<size_t>(index) - 1].name);
}

QStringList AppSettings::backendNames() const {
    QStringList names{tr("Automatic")};
    for (const BackendLabel& one : m_backends)
        names += one.type == DeviceType::GraphicsCard ? tr("Graphics card")
                 : one.type == DeviceType::Processor  ? tr("CPU")
                                                      : QString::fromStdString(one.title);
    return names;
}

int AppSettings::backendIndex() const {
    const std::string chosen = value("backend", "auto").toString().toStdString();
    const auto found = std::ranges::find(m_backends, chosen, &BackendLabel::name);
    return found == m_backends.end() ? 0 : static_cast<int>(found - m_backends.begin()) + 1;
}

QList<int> AppSettings::cards() const {
    QList<int> numbers;
    for (const QJsonValue number : value("cards", QJsonArray()).toArray())
        if (number.isDouble() && number.toInt(-1) >= 0 && !numbers.contains(number.toInt()))
            numbers.append(number.toInt());
    return numbers;
}

void AppSettings::useCard(int number, bool use) {
    QList<int> numbers = cards();
    numbers.removeAll(number);
    if (use) numbers.append(number);
    std::ranges::sort(numbers);
    QJsonArray kept;
    for (const int one : numbers) kept.append(one);
    put("cards", kept);
}

void AppSettings::setBackendIndex(int index) {
    if (index < 0 || index > static_cast<int>(m_backends.size())) return;
    put("backend", index == 0 ? QStringLiteral("auto")
                              : QString::fromStdString(m_backends[static_cast<size_t>(index) - 1].name));
}

void AppSettings::setWindowGeometry(const QRect& geometry) {
    put("windowGeometry", QJsonArray{geometry.x(), geometry.y(), geometry.width(), geometry.height()});
}

QString AppSettings::fileFolder(const QString& purpose) const {
    return value("fileFolders", QJsonObject()).toObject().value(purpose).toString();
}

void AppSettings::keepFileFolder(const QString& purpose, const QString& folder) {
    QJsonObject folders = value("fileFolders", QJsonObject()).toObject();
    folders[purpose] = folder;
    put("fileFolders", folders);
    QStringList recent = recentFolders();
    recent.removeAll(folder);
    recent.prepend(folder);
    put("recentFolders", QJsonArray::fromStringList(recent.mid(0, 5)));
}

QStringList AppSettings::recentFolders() const {
    QStringList folders;
    for (const QJsonValue folder : value("recentFolders", QJsonArray()).toArray())
        folders += folder.toString();
    return folders;
}

QString AppSettings::routeModel(const char* name) const {
    const QString path = value(name, "").toString();
    // A route is no part of a route.
    return path == routePath ? QString() : path;
}

EngineOptions AppSettings::engineOptions(const QString& modelPath) const {
    if (modelPath == routePath) {
        EngineOptions both = engineOptions(routeSmall());
        both.large = std::make_shared<LargeModel>(LargeModel{engineOptions(routeLarge()), RoutingRule()});
        return both;
    }
    EngineOptions options;
    options.model = modelPath.toStdString();
    options.backend = ownProcess() ? "cpu" : backend().toStdString();
    const auto backendKind = std::ranges::find(m_backends, options.backend, &BackendLabel::name);
    if (backendKind == m_backends.end() || backendKind->type == DeviceType::GraphicsCard)
        for (const int card : cards()) options.devices.push_back(card);
    options.cardSplit = static_cast<GpuSplit>(cardSplit());
    const QJsonObject own = loadOptionsFor(modelPath);
    options.threads = own.value(QLatin1String("threads")).toInt(threads());
    options.contextLength = own.value(QLatin1String("contextLength")).toInt(contextLength());
    const QString type = own.value(QLatin1String("kvType")).toString(kvType());
    options.kvType = kvTypesOf(type.toStdString()).value_or(options.kvType);
    options.gpuLayers = own.value(QLatin1String("gpuLayers")).toInt(options.gpuLayers);
    options.draftModel = draftModelFor(modelPath).toStdString();
    return options;
}

QJsonObject AppSettings::loadOptionsFor(const QString& modelPath) const {
    return usableLoadOptions(value("loadOptions", QJsonObject()).toObject().value(modelPath).toObject());
}

void AppSettings::setLoadOptionsFor(const QString& modelPath, const QJsonObject& options) {
    if (modelPath.isEmpty()) return;
    QJsonObject all = value("loadOptions", QJsonObject()).toObject();
    const QJsonObject usable = usableLoadOptions(options);
    if (usable.isEmpty())
        all.remove(modelPath);
    else
        all.insert(modelPath, usable);
    put("loadOptions", all);
}

void AppSettings::setLoadOption(const QString& modelPath, const QString& name, const QJsonValue& value) {
    QJsonObject options = loadOptionsFor(modelPath);
    options.insert(name, value);
    setLoadOptionsFor(modelPath, options);
}

QString AppSettings::draftModelFor(const QString& modelPath) const {
    return value("draftModels", QJsonObject()).toObject().value(modelPath).toString();
}

void AppSettings::setDraftModel(const QString& modelPath, const QString& draftPath) {
    QJsonObject drafts = value("draftModels", QJsonObject()).toObject();
    if (draftPath.isEmpty())
        drafts.remove(modelPath);
    else
        drafts.insert(modelPath, draftPath);
    put("draftModels", drafts);
}

void AppSettings::moveDraftModels(const std::function<QString(const QString&)>& there) {
    const QJsonObject drafts = value("draftModels", QJsonObject()).toObject();
    QJsonObject moved;
    for (auto it = drafts.begin(); it != drafts.end(); ++it)
        moved.insert(there(it.key()), there(it.value().toString()));
    if (moved != drafts) put("draftModels", moved);
    for (const char* name : {"loadOptions", "kvCosts"}) {
        const QJsonObject byModel = value(name, QJsonObject()).toObject();
        moved = {};
        for (auto it = byModel.begin(); it != byModel.end(); ++it) moved.insert(there(it.key()), it.value());
        if (moved != byModel) put(name, moved);
    }
    if (!routeSmall().isEmpty()) setRouteSmall(there(routeSmall()));
    if (!routeLarge().isEmpty()) setRouteLarge(there(routeLarge()));
    emit kvCostsChanged();
}

void AppSettings::setKvCosts(const QString& modelPath, const QJsonObject& costs) {
    QJsonObject all = kvCosts();
    if (costs.isEmpty())
        all.remove(modelPath);
    else
        all.insert(modelPath, costs);
    if (all == kvCosts()) return;
    put("kvCosts", all);
    emit kvCostsChanged();
}

void AppSettings::flush() {
    if (m_written) return;
    m_writeTimer.stop();
    try {
        m_store.settings().put(QStringLiteral("app"), m_values);
        m_written = true;
    } catch (const store::StoreError&) {
        // Settings are not worth an error of their own: the next message that cannot be kept tells.
    }
}

QJsonValue AppSettings::storedValue(const char* name, const QJsonValue& fallback) const {
    const QJsonValue found = m_values.value(QLatin1String(name));
    return found.type() == fallback.type() ? found : fallback;
}

void AppSettings::put(const char* name, const QJsonValue& value) {
    if (m_values.value(QLatin1String(name)) == value) return;
    m_values.insert(QLatin1String(name), value);
    m_written = false;
    m_writeTimer.start();
    emit changed();
}

AppSettings::LoadCost AppSettings::lastLoad() const {
    const QJsonObject cost = value("lastLoad", QJsonObject()).toObject();
    return {cost.value(QLatin1String("path")).toString(), cost.value(QLatin1String("seconds")).toDouble(),
            cost.value(QLatin1String("bytes")).toDouble()};
}

void AppSettings::setLastLoad(const LoadCost& cost) {
    put("lastLoad", QJsonObject{{QStringLiteral("path"), cost.path},
                                {QStringLiteral("seconds"), cost.seconds},
                                {QStringLiteral("bytes"), cost.bytes}});
}

QStringList AppSettings::extraModels() const {
    QStringList paths;
    for (const QJsonValue& path : value("extraModels", QJsonArray()).toArray()) paths += path.toString();
    return paths;
}

void AppSettings::setExtraModels(const QStringList& paths) {
    put("extraModels", QJsonArray::fromStringList(paths));
}

}  // namespace hearth::app
