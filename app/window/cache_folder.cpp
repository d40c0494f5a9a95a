#include "window/cache_folder.h"

#include <QRandomGenerator>
#include <array>
#include <cstring>
#include <utility>

#include "endpoints/key_ring.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

const QString cacheKeyId = QStringLiteral("cache");

/// nullopt: the text is no key of ours.
std::optional<CacheKey> cacheKeyOf(const QByteArray& text) {
    const QByteArray bytes = QByteArray::fromBase64(text);
    CacheKey key{};
    if (bytes.size() != qsizetype(key.size())) return std::nullopt;
    std::memcpy(key.data(), bytes.constData(), key.size());
    return key;
}

QByteArray freshKey() {
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
    return QByteArray(reinterpret_cast<const char*>(words.data()), sizeof words).toBase64();
}

}  // namespace

CacheFolder::CacheFolder(const AppSettings& settings, KeyRing& keys, InferenceThread& inference,
                         QString folder, QObject* parent)
    : QObject(parent),
      m_settings(settings),
      m_keys(keys),
      m_inference(inference),
      m_folder(std::move(folder)) {
}

void CacheFolder::follow() {
    connect(&m_settings, &AppSettings::changed, this, &CacheFolder::apply);
    apply();
}

void CacheFolder::apply() {
    if (!m_settings.cache->encryptCache()) m_asked = false, m_key.reset();
    if (m_settings.cache->keepCache() && m_settings.cache->encryptCache() && !m_key) return askForKey();
    keep(m_settings.cache->keepCache());
}

void CacheFolder::askForKey() {
    if (std::exchange(m_asked, true)) return;
    m_keys.read(cacheKeyId, [this](const QByteArray& text) { takeKey(text); });
}

void CacheFolder::takeKey(const QByteArray& found) {
    if (!m_settings.cache->encryptCache()) return;
    if (!m_keys.isPersistent()) return refuse();
    if (const auto key = cacheKeyOf(found)) return useKey(key);
    const QByteArray text = freshKey();
    // A key that could not be kept would be another one after the next start.
    m_keys.write(cacheKeyId, text,
                 [this, key = cacheKeyOf(text)](bool kept) { kept ? useKey(key) : refuse(); });
}

void CacheFolder::useKey(const std::optional<CacheKey>& key) {
    // It may have been switched off meanwhile.
    if (!m_settings.cache->encryptCache()) return;
    m_key = key;
    keep(m_settings.cache->keepCache());
}

void CacheFolder::refuse() {
    // It may have been switched off meanwhile; then whoever switches it on asks again.
    if (!m_settings.cache->encryptCache() || !m_settings.cache->keepCache()) {
        m_asked = false;
        return;
    }
    m_inference.caches().leavePrefixes(m_folder);
    emit failed(
        tr("The cache is not kept on disk"),
        tr("Encryption is on, but the system's keyring, which holds the key, does not answer; what is "
           "encrypted on disk stays as it is. Unlock the keyring and restart Hearth, or turn encryption off "
           "in Settings, "
           "Cache."));
}

void CacheFolder::keep(bool kept) {
    constexpr uint64_t gigabyte = 1'000'000'000;
    m_inference.caches().keepPrefixes(
        m_folder, kept,
        {.bytes = static_cast<uint64_t>(m_settings.cache->cacheGigabytes()) * gigabyte,
         .bytesADay = static_cast<uint64_t>(m_settings.cache->cacheGigabytesADay()) * gigabyte,
         .key = m_key});
}

}  // namespace hearth::app

#include "moc_cache_folder.cpp"
