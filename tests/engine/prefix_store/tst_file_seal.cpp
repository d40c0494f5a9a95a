#include "prefix_store/file_seal.h"

#include <QtTest>
#include <string>

using namespace hearth;

namespace {

CacheKey keyOf(int first) {
    CacheKey key{};
    key[0] = std::byte(first);
    return key;
}

std::vector<std::byte> bytesOf(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}  // namespace

class TestFileSeal : public QObject {
    Q_OBJECT
private slots:
    void whatIsSealedComesBack() {
        const FileSeal seal(keyOf(1));
        for (const std::string& text :
             {std::string(), std::string("what was said"), std::string(100'000, 'x')}) {
            const auto sealed = seal.seal(bytesOf(text), "a/b");
            QCOMPARE(sealed.size(), text.size() + FileSeal::addedBytes);
            const std::string shown(reinterpret_cast<const char*>(sealed.data()), sealed.size());
            QVERIFY(text.size() < 4 || shown.find(text.substr(0, 8)) == std::string::npos);
            QCOMPARE(FileSeal(keyOf(1)).unseal(sealed, "a/b"), bytesOf(text));
            // Twice the same does not look the same.
            QVERIFY(seal.seal(bytesOf(text), "a/b") != sealed);
        }
    }

    void nothingElseDoes() {
        const FileSeal seal(keyOf(1));
        const auto sealed = seal.seal(bytesOf("what was said"), "a/b");
        QVERIFY(!seal.unseal(sealed, "a/c"));
        QVERIFY(!FileSeal(keyOf(2)).unseal(sealed, "a/b"));
        for (size_t at = 0; at < sealed.size(); ++at) {
            auto damaged = sealed;
            damaged[at] ^= std::byte{1};
            QVERIFY(!seal.unseal(damaged, "a/b"));
            QVERIFY(!seal.unseal(std::span(sealed).first(at), "a/b"));
        }
        auto longer = sealed;
        longer.push_back(std::byte{0});
        QVERIFY(!seal.unseal(longer, "a/b"));
    }

    void namesDependOnTheKey() {
        const FileSeal one(keyOf(1)), other(keyOf(2));
        QVERIFY(one.nameOf({1, 2}) == FileSeal(keyOf(1)).nameOf({1, 2}));
        QVERIFY(one.nameOf({1, 2}) != one.nameOf({2, 1}));
        QVERIFY(one.nameOf({1, 2}) != other.nameOf({1, 2}));
        QCOMPARE(one.id().size(), size_t{16});
        QVERIFY(one.id() != other.id());
        QCOMPARE(one.id(), FileSeal(keyOf(1)).id());
    }
};

QTEST_APPLESS_MAIN(TestFileSeal)
#include "tst_file_seal.moc"
