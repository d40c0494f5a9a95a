// Times the forward pass alone, without tokenizer, sampler and scheduler, on any level of instructions:
//   hearth-forward-bench MODEL [-p 512] [-n 128] [-d 0] [-r 5] [-t 0] [--isa portable|avx2|vnni|amx] [--kv
//   TYPE | KEYTYPE:VALUETYPE] [--rows 1]
// --rows: as many tokens a pass while generating, all with logits, as when drafts are checked.
// Prints one JSON object with every repetition's tokens a second.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "backend/cpu/cpu_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model.h"

using namespace hearth;

namespace {

struct Options {
    std::string model;
    uint32_t prompt = 512, generate = 128, depth = 0, repetitions = 5, rows = 1;
    CpuOptions cpu;
    KvTypes kv;
};

cpu::IsaLevel isaOf(const std::string& name) {
    if (name == "portable") return cpu::IsaLevel::Portable;
    if (name == "avx2") return cpu::IsaLevel::Avx2;
    if (name == "vnni") return cpu::IsaLevel::Avx512Vnni;
    if (name == "amx") return cpu::IsaLevel::Amx;
    throw Error(ErrorCode::BadInput, "There is no level of instructions called \"" + name + "\".");
}

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name[0] != '-') {
            options.model = name;
            continue;
        }
        if (i + 1 == count) throw Error(ErrorCode::BadInput, name + " needs a value.");
        const char* value = arguments[++i];
        const auto number = static_cast<uint32_t>(std::strtoul(value, nullptr, 10));
        if (name == "-p")
            options.prompt = number;
        else if (name == "-n")
            options.generate = number;
        else if (name == "-d")
            options.depth = number;
        else if (name == "-r")
            options.repetitions = number;
        else if (name == "--rows")
            options.rows = std::clamp(number, 1U, 8U);
        else if (name == "-t")
            options.cpu.threads = number;
        else if (name == "--isa")
            options.cpu.isa = isaOf(value);
        else if (name == "--adaptive")
            options.cpu.adaptive = number != 0;
        else if (name == "--kv")
            options.kv = kvTypesOf(value).value_or(options.kv);
        else
            throw Error(ErrorCode::BadInput, "There is no option " + name + ".");
    }
    if (options.model.empty()) throw Error(ErrorCode::BadInput, "Give a model file.");
    return options;
}

/// Seconds that all threads of this process have run: what others on the machine do shows less in them.
double processorSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Bench {
public:
    explicit Bench(const Options& options) : m_backend(options.cpu), m_file(GgufFile::open(options.model)) {
        m_context = options.depth + std::max(options.prompt, options.generate) + 64;
        m_model = Model::load(m_file, m_backend, m_context, {.rows = 512, .logitRows = 8});
        const uint32_t blocks = (m_context + PagedKvCache::blockPositions - 1) / PagedKvCache::blockPositions;
        m_kv = m_model->makePagedKvCache(options.kv, blocks);
        m_batch.sequences.resize(1);
        m_states = m_model->makeStateStore(1);
        if (m_states != nullptr) m_batch.sequences[0].stateSlot = 0;
        std::vector<int32_t> table;
        for (uint32_t i = 0; i < blocks; ++i) table.push_back(static_cast<int32_t>(i));
        m_batch.sequences[0].blockTables.assign(m_model->kvWindows().size(), table);
    }

    std::string device() const { return m_backend.info().device.text(); }

    /// Rows [first, first + count) in chunks, logits for the last.
    double process(uint32_t first, uint32_t count, uint32_t chunk) {
        if (m_states != nullptr) m_states->reset(0);
        m_batch.kind = chunk <= 8 ? RowKind::Decode : RowKind::Prefill;
        const auto begin = std::chrono::steady_clock::now();
        for (uint32_t at = 0; at < count; at += chunk) {
            m_batch.rows.clear();
            for (uint32_t i = at; i < std::min(at + chunk, count); ++i)
                m_batch.rows.push_back(
                    {.sequence = 0,
                     .slot = static_cast<int32_t>(first + i),
                     .token = static_cast<TokenId>((i * 7919U + 13U) % m_model->config().vocabSize),
                     .wantLogits = chunk <= 8 || i + 1 == count});
            (void)m_model->forward(m_batch, *m_kv, m_states.get());
        }
        return count / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }

private:
    CpuBackend m_backend;
    GgufFile m_file;
    uint32_t m_context = 0;
    std::unique_ptr<Model> m_model;
    std::unique_ptr<PagedKvCache> m_kv;
    std::unique_ptr<StateStore> m_states;  ///< of models with recurrent layers
    Batch m_batch;
};

void printList(const char* name, const std::vector<double>& values) {
    std::printf(", \"%s\": [", name);
    for (size_t i = 0; i < values.size(); ++i) std::printf("%s%.2f", i == 0 ? "" : ", ", values[i]);
    std::printf("]");
}

}  // namespace

int main(int count, char** arguments) {
    try {
        const Options options = parse(count, arguments);
        const auto begin = std::chrono::steady_clock::now();
        Bench bench(options);
        const double loadSeconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (options.depth > 0) bench.process(0, options.depth, 512);
        std::vector<double> prefill;
        std::vector<double> decode;
        std::vector<double> prefillProcessor;
        std::vector<double> decodeProcessor;
        const auto timed = [&](uint32_t rows, uint32_t chunk, std::vector<double>& rates,
                               std::vector<double>& processor) {
            if (rows == 0) return;
            const double before = processorSeconds();
            rates.push_back(bench.process(options.depth, rows, chunk));
            processor.push_back(rows / (processorSeconds() - before));
        };
        for (uint32_t round = 0; round <= options.repetitions; ++round) {
            // The first round warms up.
            timed(options.prompt, 512, prefill, prefillProcessor);
            timed(options.generate, options.rows, decode, decodeProcessor);
        }
        for (auto* list : {&prefill, &decode, &prefillProcessor, &decodeProcessor})
            if (!list->empty()) list->erase(list->begin());
        std::printf("{\"device\": \"%s\", \"load_s\": %.3f", bench.device().c_str(), loadSeconds);
        printList("pp", prefill);
        printList("tg", decode);
        printList("pp_per_processor_s", prefillProcessor);
        printList("tg_per_processor_s", decodeProcessor);
        std::printf("}\n");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
