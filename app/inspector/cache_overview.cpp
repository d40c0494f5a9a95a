#include "inspector/cache_overview.h"

#include <QStringList>
#include <algorithm>
#include <functional>
#include <utility>

#include "inference/cache_tenant.h"
#include "inference/inference_thread.h"
#include "look/number_text.h"
#include "look/spoken_locale.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

QString sizeText(quint64 bytes) {
    return NumberText().fileSize(static_cast<double>(bytes));
}

QString memoryText(quint64 bytes) {
    return NumberText().memoryWithUnit(static_cast<double>(bytes));
}

QString savedTimeText(double ms) {
    const QLocale locale = spokenLocale();
    const double seconds = ms / 1000;
    if (seconds < 90)
        return CacheOverview::tr("%1 s").arg(locale.toString(seconds, 'f', seconds < 10 ? 1 : 0));
    if (seconds < 90 * 60) return CacheOverview::tr("%1 min").arg(locale.toString(qRound(seconds / 60)));
    return CacheOverview::tr("%1 h").arg(locale.toString(seconds / 3600, 'f', 1));
}

QString savingsText(const store::CacheSavings& savings) {
    if (savings.promptTokens <= 0) return {};
    const QLocale locale = spokenLocale();
    const double share =
        static_cast<double>(savings.reusedTokens) / static_cast<double>(savings.promptTokens);
    return CacheOverview::tr(
               "%1 % of %2 prompt tokens were not read again: %3 tokens, %4 of them from disk, "
               "which saved about %5")
        .arg(locale.toString(std::clamp(100 * share, 0.0, 100.0), 'f', 0),
             locale.toString(savings.promptTokens), locale.toString(savings.reusedTokens),
             locale.toString(savings.diskTokens), savedTimeText(savings.savedMs));
}

}  // namespace

CacheOverview::CacheOverview(store::Store& store, InferenceThread& inference, const AppSettings& settings,
                             QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_inference(inference), m_settings(settings) {
    connect(&m_inference.caches(), &ModelCaches::useRead, this, &CacheOverview::takeUse);
    connect(&m_inference.caches(), &ModelCaches::statsRead, this, &CacheOverview::takeMemory);
}

int CacheOverview::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> CacheOverview::roleNames() const {
    return {{ConversationIdRole, "conversationId"},
            {TitleRole, "title"},
            {SizeRole, "size"},
            {SharedRole, "shared"}};
}

QVariant CacheOverview::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case ConversationIdRole:
            return row.conversationId;
        case TitleRole:
            return row.title;
        case SizeRole:
            return row.size;
        case SharedRole:
            return row.shared;
        default:
            return {};
    }
}

void CacheOverview::refresh() {
    m_memoryJob = m_inference.caches().stats();
    try {
        m_asked = m_store.conversations().ids();
        readSavings();
    } catch (const store::StoreError& error) {
        emit failed(tr("The cache was not counted"), error.message());
        return;
    }
    std::vector<std::string> tenants;
    tenants.reserve(m_asked.size());
    for (const qint64 id : m_asked) tenants.push_back(cacheTenant(id));
    m_diskJob = m_inference.caches().use(tenants);
    emit changed();
}

void CacheOverview::readSavings() {
    constexpr qint64 week = 7;
    m_week = savingsText(m_store.cacheDays().since(store::CacheDayTable::today() - week + 1));
    m_everything = savingsText(m_store.cacheDays().since(0));
}

void CacheOverview::takeMemory(quint64 job, const CacheStats& stats) {
    if (job != m_memoryJob) return;
    m_memoryShare = stats.bytes > 0 ? double(stats.committedBytes) / double(stats.bytes) : 0;
    m_memory = stats.bytes == 0 ? QString()
                                : tr("%1 of at most %2, with %3 tokens of all chats")
                                      .arg(memoryText(stats.committedBytes), memoryText(stats.bytes),
                                           spokenLocale().toString(qulonglong(stats.cachedTokens)));
    emit changed();
}

QString CacheOverview::titleOf(qint64 conversationId) const {
    const auto conversation = m_store.conversations().find(conversationId);
    return conversation && !conversation->title.isEmpty() ? conversation->title
                                                          : tr("A chat without a title");
}

QString CacheOverview::sharedText(const PrefixUse::Tenant& tenant, const QString& size) const {
    if (tenant.sharesWith.empty()) return {};
    constexpr size_t mostNames = 2;
    QStringList names;
    for (size_t i = 0; i < std::min(mostNames, tenant.sharesWith.size()); ++i)
        names += tr("“%1”").arg(titleOf(m_asked[tenant.sharesWith[i]]));
    const QString with = names.join(QStringLiteral(", "));
    const auto others = static_cast<int>(tenant.sharesWith.size() - static_cast<size_t>(names.size()));
    return others == 0 ? tr("%1 shared with %2").arg(size, with)
                       : tr("%1 shared with %2 and %3 more").arg(size, with).arg(others);
}

CacheOverview::Row CacheOverview::rowOf(size_t at, const PrefixUse& disk, const PrefixUse& memory) const {
    const PrefixUse::Tenant &onDisk = disk.tenants[at], &inMemory = memory.tenants[at];
    QStringList sizes;
    if (onDisk.bytes > 0) sizes += tr("%1 on disk").arg(sizeText(onDisk.bytes));
    if (inMemory.bytes > 0) sizes += tr("%1 in memory").arg(memoryText(inMemory.bytes));
    const QString shared = onDisk.sharedBytes > 0 ? sharedText(onDisk, sizeText(onDisk.sharedBytes))
                                                  : sharedText(inMemory, memoryText(inMemory.sharedBytes));
    return {m_asked[at], titleOf(m_asked[at]), sizes.join(QStringLiteral(", ")), shared};
}

void CacheOverview::takeUse(quint64 job, const PrefixUse& disk, const PrefixUse& memory) {
    const size_t asked = m_asked.size();
    if (job != m_diskJob || disk.tenants.size() != asked || memory.tenants.size() != asked) return;
    const auto bytesOf = [&](size_t at) { return disk.tenants[at].bytes + memory.tenants[at].bytes; };
    std::vector<Row> rows;
    try {
        std::vector<size_t> order;
        for (size_t at = 0; at < m_asked.size(); ++at)
            if (bytesOf(at) > 0) order.push_back(at);
        std::ranges::stable_sort(order, std::greater(), bytesOf);
        if (order.size() > mostRows) order.resize(mostRows);
        for (const size_t at : order) rows.push_back(rowOf(at, disk, memory));
    } catch (const store::StoreError& error) {
        emit failed(tr("The cache was not counted"), error.message());
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    const double most = 1e9 * m_settings.cache->cacheGigabytes();
    m_diskShare = std::min(1.0, static_cast<double>(disk.bytes) / most);
    m_disk = tr("%1 of at most %2").arg(sizeText(disk.bytes), sizeText(static_cast<quint64>(most)));
    emit changed();
}

void CacheOverview::clear() {
    m_inference.caches().clear();
    refresh();
}

void CacheOverview::clearChat(qint64 conversationId) {
    std::vector<std::string> tenants;
    try {
        for (const qint64 id : m_store.conversations().ids())
            if (id != conversationId) tenants.push_back(cacheTenant(id));
    } catch (const store::StoreError& error) {
        emit failed(tr("The cache of this chat was not cleared"), error.message());
        return;
    }
    m_inference.caches().keepTenants(tenants);
    refresh();
}

}  // namespace hearth::app

#include "moc_cache_overview.cpp"
