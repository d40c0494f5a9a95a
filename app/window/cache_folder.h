#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <optional>

#include "hearth/cache_key.h"

namespace hearth::app {

class AppSettings;
class InferenceThread;
class KeyRing;

/// Has the cache of chats kept on disk as the settings say: not at all, as it is, or encrypted with a key
/// that lies in the system's keyring and is made when there is none. Where the keyring does not answer,
/// nothing is kept instead of something that anybody could read, and what is there stays as it is. GUI
/// thread.
class CacheFolder : public QObject {
    Q_OBJECT

public:
    /// `folder`: which nothing else uses. The others outlive it.
    CacheFolder(const AppSettings& settings, KeyRing& keys, InferenceThread& inference, QString folder,
                QObject* parent = nullptr);

    /// Does what the settings say, now and whenever they change. A key is asked for once.
    void follow();

signals:
    /// The cache cannot be encrypted; what that means and what to do.
    void failed(const QString& title, const QString& body);

private:
    void apply();
    void askForKey();
    void takeKey(const QByteArray& found);
    void refuse();
    void useKey(const std::optional<CacheKey>& key);
    void keep(bool kept);

    const AppSettings& m_settings;
    KeyRing& m_keys;
    InferenceThread& m_inference;
    const QString m_folder;
    std::optional<CacheKey> m_key;
    bool m_asked = false;  ///< for the key, since encrypting was switched on
};

}  // namespace hearth::app
