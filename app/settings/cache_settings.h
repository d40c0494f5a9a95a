#pragma once

#include "settings/setting_values.h"

namespace hearth::app {

/// Settings of the caches of chats and replies. GUI thread.
class CacheSettings : public SettingsGroup {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of AppSettings")
    /// True if the cache of chats is kept on disk between starts.
    Q_PROPERTY(bool keepCache READ keepCache WRITE setKeepCache NOTIFY changed)
    /// True if it is encrypted there.
    Q_PROPERTY(bool encryptCache READ encryptCache WRITE setEncryptCache NOTIFY changed)
    /// Limits of its size on disk and of the amount written on one day, in 10^9 bytes.
    Q_PROPERTY(int cacheGigabytes READ cacheGigabytes WRITE setCacheGigabytes NOTIFY changed)
    Q_PROPERTY(int cacheGigabytesADay READ cacheGigabytesADay WRITE setCacheGigabytesADay NOTIFY changed)
    /// True if an identical request at temperature 0 gets the same answer again, in chats without a setting
    /// of their own.
    Q_PROPERTY(bool reuseReplies READ reuseReplies WRITE setReuseReplies NOTIFY changed)

public:
    using SettingsGroup::SettingsGroup;

    bool keepCache() const { return value("keepCache", true).toBool(); }
    void setKeepCache(bool keep) { put("keepCache", keep); }
    bool encryptCache() const { return value("encryptCache", false).toBool(); }
    void setEncryptCache(bool encrypt) { put("encryptCache", encrypt); }
    int cacheGigabytes() const { return gigabytes("cacheGigabytes"); }
    void setCacheGigabytes(int most) { put("cacheGigabytes", qBound(1, most, mostGigabytes)); }
    int cacheGigabytesADay() const { return gigabytes("cacheGigabytesADay"); }
    void setCacheGigabytesADay(int most) { put("cacheGigabytesADay", qBound(1, most, mostGigabytes)); }
    bool reuseReplies() const { return value("reuseReplies", true).toBool(); }
    void setReuseReplies(bool reuse) { put("reuseReplies", reuse); }

private:
    static constexpr int mostGigabytes = 10'000;
    int gigabytes(const char* name) const { return qBound(1, value(name, 10).toInt(), mostGigabytes); }
};

}  // namespace hearth::app
