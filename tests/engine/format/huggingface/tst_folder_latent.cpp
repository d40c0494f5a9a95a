#include <QtTest>
#include <cstring>
#include <numeric>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// Two heads of 2 plain, 4 rotated and 2 value columns, of rank 3; every matrix counts from 0. What good
/// folders become is compared with converted files in tst_folder_model.cpp and by their logits in
/// tst_families.cpp.
class TestFolderLatent : public QObject {
    Q_OBJECT

    nlohmann::json m_config{{"num_attention_heads", 2}, {"kv_lora_rank", 3}, {"qk_nope_head_dim", 2},
                            {"qk_rope_head_dim", 4},    {"v_head_dim", 2},   {"hidden_size", 5}};
    FolderModel m_model;
    TensorSources m_sources =
        std::make_shared<std::vector<BytesReader>>(1, [](uint64_t offset, std::span<std::byte> out) {
            std::vector<float> values(256);
            std::iota(values.begin(), values.end(), 0.0F);
            std::memcpy(out.data(), reinterpret_cast<const std::byte*>(values.data()) + offset, out.size());
        });

    bool add(const char* name, std::vector<uint64_t> shape) {
        const uint64_t bytes = std::accumulate(shape.begin(), shape.end(), uint64_t{4}, std::multiplies<>());
        TensorTable table(m_model, m_sources);
        return addLatentTensor(m_config, "blk.0.", name,
                               {.name = name, .type = "F32", .shape = std::move(shape), .sizeBytes = bytes},
                               m_sources, table);
    }
    std::vector<float> read(size_t tensor, uint64_t first, uint64_t count) const {
        std::vector<float> values(count);
        m_model.readers[tensor](first * 4, std::as_writable_bytes(std::span(values)));
        return values;
    }

private slots:
    void init() { m_model = {}; }

    void keysAreTurnedAndValuesCutOff() {
        QVERIFY(add("self_attn.kv_b_proj.weight", {8, 3}));
        QCOMPARE(m_model.tables.tensors[0].name, std::string("blk.0.attn_k_b.weight"));
        QCOMPARE(m_model.tables.tensors[0].shape, (std::vector<uint64_t>{2, 3, 2}));
        QCOMPARE(read(0, 0, 12), (std::vector<float>{0, 3, 1, 4, 2, 5, 12, 15, 13, 16, 14, 17}));
        QCOMPARE(read(0, 7, 2), (std::vector<float>{15, 13}));  // again, and a part
        QCOMPARE(m_model.tables.tensors[1].shape, (std::vector<uint64_t>{3, 2, 2}));
        QCOMPARE(read(1, 0, 12), (std::vector<float>{6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23}));
    }

    void halvesBecomePairs() {
        m_config["rope_interleave"] = false;
        QVERIFY(add("self_attn.q_proj.weight", {12, 1}));
        QCOMPARE(read(0, 0, 12), (std::vector<float>{0, 1, 2, 4, 3, 5, 6, 7, 8, 10, 9, 11}));
        QVERIFY(add("self_attn.kv_a_proj_with_mqa.weight", {7, 1}));
        QCOMPARE(read(1, 0, 7), (std::vector<float>{0, 1, 2, 3, 5, 4, 6}));
        QVERIFY(add("self_attn.kv_a_proj_with_mqa.bias", {7}));
        QCOMPARE(read(2, 0, 7), (std::vector<float>{0, 1, 2, 3, 5, 4, 6}));
        m_config.erase("rope_interleave");
        m_model = {};
        QVERIFY(add("self_attn.q_b_proj.weight", {12, 1}));
        QCOMPARE(read(0, 2, 4), (std::vector<float>{2, 3, 4, 5}));
        QVERIFY(!add("self_attn.kv_a_proj_with_mqa.bias", {7}));  // goes over as it is
    }

    void refusesWhatCannotBe() {
        QVERIFY_THROWS_EXCEPTION(Error, add("self_attn.kv_b_proj.weight", {7, 3}));
        QVERIFY_THROWS_EXCEPTION(Error, add("self_attn.kv_b_proj.weight", {8, 4}));
        QVERIFY_THROWS_EXCEPTION(Error, add("self_attn.q_proj.weight", {12}));
        m_config["qk_rope_head_dim"] = 3;
        QVERIFY_THROWS_EXCEPTION(Error, add("self_attn.q_proj.weight", {10, 1}));
        m_config["qk_rope_head_dim"] = 4;
    }

    void expertsOfTheTwoVersions() {
        m_config.update({{"n_routed_experts", 8},
                         {"n_group", 4},
                         {"topk_group", 2},
                         {"num_hidden_layers", 3},
                         {"first_k_dense_replace", 1}});
        for (const char* version : {"deepseek_v2", "deepseek_v3"}) {
            m_config["model_type"] = version;
            GgufTables tables;
            MetadataTable table(tables, "deepseek2");
            addLatentConfig(m_config, table);
            const auto count = [&](const char* key) {
                const auto found = tables.keyIndex.find(std::string("deepseek2.") + key);
                return found == tables.keyIndex.end()
                           ? uint64_t{99}
                           : std::get<uint64_t>(tables.metadata[found->second].second.storage());
            };
            const bool third = version == std::string("deepseek_v3");
            QCOMPARE(count("expert_gating_func"), third ? uint64_t{2} : uint64_t{1});
            // The second version looks at groups when its method says so.
            QCOMPARE(count("expert_group_count"), third ? uint64_t{4} : uint64_t{99});
            QCOMPARE(count("leading_dense_block_count"), uint64_t{1});
        }
    }
};

QTEST_APPLESS_MAIN(TestFolderLatent)
#include "tst_folder_latent.moc"
