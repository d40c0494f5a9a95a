#include "window/cache_folder.h"

#include <QTemporaryDir>

#include "../chat/chat_fixture.h"
#include "endpoints/key_ring.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// One that keeps what it is given, until it does not.
class LastingRing final : public KeyRing {
public:
    LastingRing() { setPersistent(true); }
    QByteArray kept() const { return m_memory.value(QStringLiteral("cache")); }
};

/// One that is there and takes nothing.
class RefusingRing final : public KeyRing {
public:
    RefusingRing() { setPersistent(true); }
    void write(const QString&, const QByteArray&, std::function<void(bool kept)> done) override {
        if (late) late();
        done(false);
    }
    std::function<void()> late;  ///< what happens before it answers
};

}  // namespace

class TestCacheFolder : public QObject {
    Q_OBJECT

    /// The last folder that the engine received.
    static QString last(const test::ChatFixture& f) {
        return f.script->prefixFolders.empty() ? QStringLiteral("nothing")
                                               : QString::fromStdString(f.script->prefixFolders.back());
    }

private slots:
    void theKeyIsMadeOnceAndFoundAgain() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        LastingRing keys;
        QByteArray made;
        for (int start = 0; start < 2; ++start) {
            test::ChatFixture f;
            f.load();
            f.settings.cache->setEncryptCache(true);
            CacheFolder cache(f.settings, keys, f.inference, folder);
            QSignalSpy failed(&cache, &CacheFolder::failed);
            cache.follow();
            QTRY_VERIFY(last(f).endsWith(" encrypted"));
            QVERIFY(last(f).startsWith(folder));
            if (start == 0) made = keys.kept();
            QCOMPARE(QByteArray::fromBase64(keys.kept()).size(), 32);
            QCOMPARE(keys.kept(), made);
            QCOMPARE(failed.count(), 0);
            f.settings.cache->setEncryptCache(false);
            QTRY_VERIFY(last(f).startsWith(folder) && !last(f).endsWith(" encrypted"));
            f.settings.cache->setKeepCache(false);
            QTRY_VERIFY(last(f).isEmpty());
        }
    }

    void withoutAKeyringNothingIsKept() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        KeyRing keys;
        test::ChatFixture f;
        f.load();
        f.settings.cache->setEncryptCache(true);
        CacheFolder cache(f.settings, keys, f.inference, folder);
        QSignalSpy failed(&cache, &CacheFolder::failed);
        QVERIFY(QDir().mkpath(folder));
        cache.follow();
        f.settings.cache->setCacheGigabytes(3);
        QCOMPARE(failed.count(), 1);
        QVERIFY(!failed[0][1].toString().isEmpty());
        QTRY_VERIFY(last(f).isEmpty());
        f.settings.cache->setEncryptCache(false);
        QTRY_VERIFY(last(f).startsWith(folder));
        f.settings.cache->setEncryptCache(true);
        QCOMPARE(failed.count(), 2);
        QTRY_VERIFY(last(f).isEmpty());
        // The keyring may answer the next time: what is encrypted stays, what anybody could read does not.
        const QString readable = folder + QStringLiteral("/0123456789abcdef0123456789abcdef");
        const QString sealed = folder + QStringLiteral("/sealed.0123456789abcdef0123456789abcdef");
        QVERIFY(QDir().mkpath(readable) && QDir().mkpath(sealed));
        f.settings.cache->setEncryptCache(false);
        f.settings.cache->setEncryptCache(true);
        QCOMPARE(failed.count(), 3);
        QTRY_VERIFY(!QDir(readable).exists());
        QVERIFY(QDir(sealed).exists());
        f.settings.cache->setKeepCache(false);
        QTRY_VERIFY(!QDir(folder).exists());
    }

    void aKeyThatCannotBeKeptIsNotUsed() {
        QTemporaryDir data;
        RefusingRing keys;
        test::ChatFixture f;
        f.load();
        f.settings.cache->setEncryptCache(true);
        CacheFolder cache(f.settings, keys, f.inference, data.filePath("prefixes"));
        QSignalSpy failed(&cache, &CacheFolder::failed);
        cache.follow();
        QCOMPARE(failed.count(), 1);
        QTRY_VERIFY(last(f).isEmpty());
        for (const std::string& folder : f.script->prefixFolders) QVERIFY(folder.empty());
        // A late refusal changes nothing.
        keys.late = [&] { f.settings.cache->setEncryptCache(false); };
        f.settings.cache->setEncryptCache(false);
        f.settings.cache->setEncryptCache(true);
        QTRY_VERIFY(last(f).startsWith(data.path()));
        QCOMPARE(failed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestCacheFolder)
#include "tst_cache_folder.moc"
