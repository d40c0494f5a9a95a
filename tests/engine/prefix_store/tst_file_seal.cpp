#include "prefix_store/file_seal.h"

#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

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

namespace {

std::vector<std::byte> sealedBy(const FileSeal& seal, const std::string& text, std::string_view place) {
    std::vector<std::byte> file(text.size() + FileSeal::addedBytes);
    std::ranges::copy(bytesOf(text), file.begin() + static_cast<ptrdiff_t>(FileSeal::bytesBefore));
    seal.seal(file, place);
    return file;
}

/// Content of a file, which is left unchanged.
std::optional<std::vector<std::byte>> contentOf(const FileSeal& seal, std::vector<std::byte> file,
                                                std::string_view place) {
    const auto content = seal.unseal(file, place);
    if (!content) return std::nullopt;
    return std::vector<std::byte>(content->begin(), content->end());
}

}  // namespace

class TestFileSeal : public QObject {
    Q_OBJECT

    /// Those that the processor can do.
    static void addCiphers() {
        QTest::addColumn<FileSeal::Cipher>("cipher");
        QTest::newRow("XChaCha20") << FileSeal::Cipher::XChaCha;
        if (FileSeal::fastest() == FileSeal::Cipher::Aes) QTest::newRow("AES") << FileSeal::Cipher::Aes;
    }

private slots:
    void whatIsSealedComesBack_data() { addCiphers(); }
    void whatIsSealedComesBack() {
        QFETCH(FileSeal::Cipher, cipher);
        const FileSeal seal(keyOf(1), cipher);
        for (const std::string& text :
             {std::string(), std::string("what was said"), std::string(100'000, 'x')}) {
            const auto sealed = sealedBy(seal, text, "a/b");
            const std::string shown(reinterpret_cast<const char*>(sealed.data()), sealed.size());
            QVERIFY(text.size() < 4 || shown.find(text.substr(0, 8)) == std::string::npos);
            // A file names its cipher, so the reader's own cipher does not matter.
            for (const FileSeal::Cipher own : {FileSeal::Cipher::XChaCha, FileSeal::fastest()})
                QCOMPARE(contentOf(FileSeal(keyOf(1), own), sealed, "a/b"), bytesOf(text));
            // Sealing the same content twice gives different bytes.
            QVERIFY(sealedBy(seal, text, "a/b") != sealed);
        }
    }

    void nothingElseDoes_data() { addCiphers(); }
    void nothingElseDoes() {
        QFETCH(FileSeal::Cipher, cipher);
        const FileSeal seal(keyOf(1), cipher);
        const auto sealed = sealedBy(seal, "what was said", "a/b");
        QVERIFY(!contentOf(seal, sealed, "a/c"));
        QVERIFY(!contentOf(FileSeal(keyOf(2)), sealed, "a/b"));
        for (size_t at = 0; at < sealed.size(); ++at) {
            auto damaged = sealed;
            damaged[at] ^= std::byte{1};
            QVERIFY(!contentOf(seal, damaged, "a/b"));
            damaged = sealed;
            damaged.resize(at);
            QVERIFY(!contentOf(seal, damaged, "a/b"));
        }
        auto longer = sealed;
        longer.push_back(std::byte{0});
        QVERIFY(!contentOf(seal, longer, "a/b"));
    }

    /// A file cannot be made out to be sealed in the other way.
    void theCipherIsPartOfTheSeal() {
        if (FileSeal::fastest() != FileSeal::Cipher::Aes) QSKIP("The processor has no instructions for AES.");
        const FileSeal aes(keyOf(1), FileSeal::Cipher::Aes), chacha(keyOf(1), FileSeal::Cipher::XChaCha);
        auto one = sealedBy(aes, "what was said", "a/b"), other = sealedBy(chacha, "what was said", "a/b");
        QVERIFY(!std::equal(one.begin(), one.begin() + 8, other.begin()));
        std::swap_ranges(one.begin(), one.begin() + 8, other.begin());
        QVERIFY(!contentOf(aes, one, "a/b") && !contentOf(aes, other, "a/b"));
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
