#include "prefix_store/block_record.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "prefix_store/block_folder.h"

using namespace hearth;

namespace {

constexpr ContentHash recordSpace{3, 4};
const BlockShape recordShape{.groupBytes = {40, 24}, .stateBytes = 16, .vocabulary = 5};

BlockRecord sampleRecord() {
    BlockRecord record{.name = {{11, 12}, 7, BlockName::Kind::End},
                       .parent = {21, 22},
                       .tokens = {5, 6, 7},
                       .groups = {std::vector<std::byte>(40, std::byte{1}), {}},
                       .state = std::vector<std::byte>(16, std::byte{3}),
                       .logits = {1, 2, 3, 4, 5}};
    return record;
}

/// A block of the tokens from 100 on as a file of a version without spans holds it.
constexpr std::string_view storedBefore =
    "6870626c6b733031030000000000000004000000000000002001e5c90ab139b98ccbd2983e74491c0000000000000000"
    "000000000000000000000000000000000000000000000000200000000000000004000000000000006400000065000000"
    "660000006700000068000000690000006a0000006b0000006c0000006d0000006e0000006f0000007000000071000000"
    "72000000730000007400000075000000760000007700000078000000790000007a0000007b0000007c0000007d000000"
    "7e0000007f000000800000008100000082000000830000000800000000000000e0130918a54440f0e5bada018db7c30b"
    "00000000000000006ff9f9564b6739bd327cba3c07c2caef00000000000000006ff9f9564b6739bd327cba3c07c2caef"
    "00000000000000006ff9f9564b6739bd327cba3c07c2caef895d7619db45047d344579682c12f0280101010101010101";

std::vector<TokenId> storedTokens() {
    std::vector<TokenId> tokens(32);
    std::iota(tokens.begin(), tokens.end(), 100);
    return tokens;
}

WantedRecord wantedOf(const BlockRecord& record) {
    return {.name = record.name, .parent = record.parent, .tokens = record.tokens, .groups = {}};
}

}  // namespace

class TestBlockRecord : public QObject {
    Q_OBJECT
private slots:
    void namesComeBack() {
        using enum BlockName::Kind;
        for (const BlockName::Kind kind : {Block, End, Tail, Reply, Picture}) {
            const BlockName name{{0x0123456789abcdefU, 1}, 4711, kind};
            QCOMPARE(BlockName::parse(name.text()), name);
        }
        QCOMPARE(BlockName({{0xab, 0xcd}, 3}).text(), std::string("00000000000000cd00000000000000ab.3"));
        const std::string hex = hexText({1, 2});
        for (const std::string& other :
             {std::string(), hex, hex + ".", hex + ".-1", hex + ".1x", hex + ".4294967296", hex + ".1.ende",
              "X" + hex.substr(1) + ".1", hex + "x1", ".new-1-2" + hex, hex.substr(1) + ".11"})
            QVERIFY2(!BlockName::parse(other), other.c_str());
        QVERIFY(!parseHex(hex + "0"));
    }

    /// The same blocks followed by another token, or by one less, have another name.
    void endsDifferByEveryToken() {
        const std::vector<TokenId> tokens{1, 2, 3};
        const std::span<const TokenId> all(tokens);
        QVERIFY(endName({1, 1}, all, 2) == endName({1, 1}, all, 2));
        QVERIFY(endName({1, 1}, all, 2) != endName({1, 1}, all.first(2), 2));
        QVERIFY(endName({1, 1}, all.first(0), 2) != endName({1, 2}, all.first(0), 2));
        QVERIFY(endName({1, 1}, all, 2).key != prefixKey({1, 1}, all));
        QVERIFY(endName({1, 1}, all, 2) != tailName({1, 1}, all, 2));
        QVERIFY(BlockName::parse(tailName({1, 1}, all, 2).text()) == tailName({1, 1}, all, 2));
    }

    /// Records of text have the names and the bytes that they had before there were spans.
    void recordsOfEarlierVersionsAreRead() {
        const std::vector<TokenId> tokens = storedTokens();
        const PrefixKey key = prefixKey({}, tokens);
        const auto tail = PromptView(tokens).first(5);
        QCOMPARE(endName(key, tail, 1).text(), std::string("cad4622b2d5e48e6dd85e07bf39016bd.1.end"));
        QCOMPARE(tailName(key, tail, 1).text(), std::string("cad4622b2d5e48e6dd85e07bf39016bd.1.tail"));
        const QByteArray bytes = QByteArray::fromHex(QByteArray(storedBefore.data(), storedBefore.size()));
        const auto image = std::as_bytes(std::span(bytes.constData(), static_cast<size_t>(bytes.size())));
        const BlockShape shape{.groupBytes = {8, 8}, .stateBytes = 0, .vocabulary = 0};
        const std::vector<TokenId> identity = identityNumbers(tokens);
        const auto read = readRecord(image, recordSpace, shape,
                                     {.name = {key, 0}, .parent = {}, .tokens = identity, .groups = {}});
        QVERIFY(read && read->groups[0] == std::vector<std::byte>(8, std::byte{1}));
        const auto head = encodeHead(*read, recordSpace);
        QVERIFY(std::ranges::equal(head, image.first(head.size())));
    }

    /// A block with spans is never taken for one without, nor for one with another content: neither its name
    /// nor what stands in it is the same.
    void contentsAreOtherRecords() {
        const auto with = [](uint64_t content) {
            return PromptTokens(storedTokens(),
                                {{.content = {content, 0}, .first = 3, .rows = 9, .positions = 9}});
        };
        const PromptTokens cat = with(1), dog = with(2);
        QVERIFY(prefixKey({}, cat) != prefixKey({}, dog));
        QVERIFY(prefixKey({}, cat) != prefixKey({}, cat.ids));
        QVERIFY(endName({}, cat, 0) != endName({}, dog, 0) && endName({}, cat, 0) != endName({}, cat.ids, 0));
        BlockRecord record = sampleRecord();
        record.tokens = identityNumbers(cat);
        record = write(record);
        QCOMPARE(std::filesystem::file_size(file(record)), record.sizeBytes());
        for (const PromptTokens& tokens : {cat, dog, PromptTokens(cat.ids)}) {
            const std::vector<TokenId> identity = identityNumbers(tokens);
            const auto read =
                readRecord(file(record), recordSpace, recordShape,
                           {.name = record.name, .parent = record.parent, .tokens = identity, .groups = {}});
            QCOMPARE(read.has_value(), tokens == cat);
        }
    }

    void whatIsWrittenIsRead() {
        const BlockRecord record = write(sampleRecord());
        QCOMPARE(std::filesystem::file_size(file(record)), record.sizeBytes());
        const auto read = readRecord(file(record), recordSpace, recordShape, wantedOf(record));
        QVERIFY(read);
        QVERIFY(read->groups == record.groups && read->state == record.state);
        QVERIFY(read->logits == record.logits && read->tokens == record.tokens);
        // A group that nobody wants.
        WantedRecord wanted = wantedOf(record);
        wanted.groups = {false, true};
        const auto part = readRecord(file(record), recordSpace, recordShape, wanted);
        QVERIFY(part && part->groups[0].empty() && part->groups[1].empty() && part->state == record.state);
    }

    void repliesAreRecords() {
        BlockRecord record{.name = {{11, 12}, 0, BlockName::Kind::Reply},
                           .parent = {},
                           .tokens = {5, 6, 7},
                           .groups = {},
                           .state = {},
                           .logits = {},
                           .reply = std::vector<std::byte>(33, std::byte{7})};
        write(record);
        QCOMPARE(std::filesystem::file_size(file(record)), record.sizeBytes());
        const auto read = readRecord(file(record), recordSpace, recordShape, wantedOf(record));
        QVERIFY(read && read->reply == record.reply && read->groups.empty());
        // Every byte counts, the end of the file too, and no more is read than a reply may be.
        const auto size = std::filesystem::file_size(file(record));
        std::filesystem::resize_file(file(record), size + 1);
        QVERIFY(!readRecord(file(record), recordSpace, recordShape, wantedOf(record)));
        std::filesystem::resize_file(file(record), size - 1);
        QVERIFY(!readRecord(file(record), recordSpace, recordShape, wantedOf(record)));
        record.reply.resize(mostReplyBytes + 1);
        write(record);
        QVERIFY(!readRecord(file(record), recordSpace, recordShape, wantedOf(record)));
    }

    void picturesAreRecords() {
        const auto rows = std::make_shared<const std::vector<float>>(std::vector<float>{1, -0.0F, 3e-41F, 4});
        BlockRecord record{.name = {{11, 12}, 0, BlockName::Kind::Picture},
                           .parent = {},
                           .tokens = {5, 6, 7},
                           .groups = {},
                           .state = {},
                           .logits = {},
                           .rows = rows};
        write(record);
        const auto path = file(record);
        QCOMPARE(std::filesystem::file_size(path), record.sizeBytes());
        WantedRecord wanted = wantedOf(record);
        wanted.rowNumbers = 4;
        const auto read = readRecord(path, recordSpace, recordShape, wanted);
        QVERIFY(read && std::memcmp(read->rows->data(), rows->data(), 4 * sizeof(float)) == 0);
        // Rows of another number are no rows of this picture.
        for (const size_t other : {0, 3, 5}) {
            wanted.rowNumbers = other;
            QVERIFY(!readRecord(path, recordSpace, recordShape, wanted));
        }
        wanted.rowNumbers = 4;
        std::string whole;
        {
            std::ifstream in(path, std::ios::binary);
            whole.assign(std::istreambuf_iterator<char>(in), {});
        }
        for (size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1U << (at % 8)));
            std::ofstream(path, std::ios::binary) << changed;
            QVERIFY2(!readRecord(path, recordSpace, recordShape, wanted), qPrintable(QString::number(at)));
        }
        for (const size_t size : {whole.size() - 1, whole.size() / 2, size_t{0}}) {
            std::ofstream(path, std::ios::binary) << whole.substr(0, size);
            QVERIFY(!readRecord(path, recordSpace, recordShape, wanted));
        }
        std::ofstream(path, std::ios::binary) << whole << 'x';
        QVERIFY(!readRecord(path, recordSpace, recordShape, wanted));
    }

    void anotherRecordIsNotTheWantedOne() {
        const BlockRecord record = write(sampleRecord());
        const auto path = file(record);
        QVERIFY(!readRecord(path, {3, 5}, recordShape, wantedOf(record)));
        const std::vector<TokenId> others{5, 6, 8}, shorter{5, 6};
        for (const std::vector<TokenId>& tokens : {others, shorter}) {
            WantedRecord wanted = wantedOf(record);
            wanted.tokens = tokens;
            QVERIFY(!readRecord(path, recordSpace, recordShape, wanted));
        }
        WantedRecord parent = wantedOf(record), depth = wantedOf(record), kind = wantedOf(record);
        parent.parent.high = 1;
        depth.name.depth = 8;
        kind.name.kind = BlockName::Kind::Block;
        for (const WantedRecord& wanted : {parent, depth, kind})
            QVERIFY(!readRecord(path, recordSpace, recordShape, wanted));
        for (const BlockShape& shape :
             {BlockShape{.groupBytes = {40}, .stateBytes = 16, .vocabulary = 5},
              BlockShape{.groupBytes = {40, 24}, .stateBytes = 8, .vocabulary = 5},
              BlockShape{.groupBytes = {32, 24}, .stateBytes = 16, .vocabulary = 5},
              BlockShape{.groupBytes = {40, 24}, .stateBytes = 16, .vocabulary = 4}})
            QVERIFY(!readRecord(path, recordSpace, shape, wantedOf(record)));
        QVERIFY(!readRecord(path.string() + "x", recordSpace, recordShape, wantedOf(record)));
        QVERIFY(!readRecord(path.parent_path(), recordSpace, recordShape, wantedOf(record)));
    }

    /// Every bit of every region, and every length.
    void everyDamageIsSeen() {
        const BlockRecord record = write(sampleRecord());
        std::string whole;
        {
            std::ifstream in(file(record), std::ios::binary);
            whole.assign(std::istreambuf_iterator<char>(in), {});
        }
        const auto reads = [&](const std::string& content) {
            std::ofstream(file(record), std::ios::binary) << content;
            return readRecord(file(record), recordSpace, recordShape, wantedOf(record)).has_value();
        };
        QVERIFY(reads(whole));
        for (size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1U << (at % 8)));
            QVERIFY2(!reads(changed), std::to_string(at).c_str());
            QVERIFY2(!reads(whole.substr(0, at)), std::to_string(at).c_str());
        }
        QVERIFY(!reads(whole + "x"));
    }

private:
    BlockRecord write(BlockRecord record) {
        BlockFolder(m_folder.path().toStdString()).write(recordSpace, record, 0);
        return record;
    }
    std::filesystem::path file(const BlockRecord& record) const {
        return BlockFolder(m_folder.path().toStdString()).fileOf(recordSpace, record.name);
    }
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestBlockRecord)
#include "tst_block_record.moc"
