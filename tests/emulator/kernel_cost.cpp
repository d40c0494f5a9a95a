// Counts what a GPU would do, for tests/emulator/cost. Prints JSON.
//   hearth-kernel-cost cases            the operations that tests/gpu times, one after the other
//   hearth-kernel-cost step MODEL       a step of one token, and a chunk of a prompt, of a whole model
// --multiprocessors N, --capability MAJOR.MINOR, --shared BYTES: of the GPU. --rows N: of the chunk.
// --positions N: in the cache. --blocks N: so many of each launch of prompts' products and attention stand
// for all. --match TEXT: only the operations whose name and rows, as in "attention to 256, f16, 8 rows", have
// this text. --places: with the lines that ask for most.
#include <cstdio>
#include <cstring>
#include <iostream>
#include <numeric>

#include "backend/best_logits.h"
#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/launch_report.h"
#include "emulator/machine.h"
#include "gpu/kernel_cases.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model.h"

namespace {

using namespace hearth;
using nlohmann::json;

struct Options {
    std::string command, model, match;
    emulator::DeviceOptions device{.memoryBytes = uint64_t{64} << 30U,
                                   .major = 9,
                                   .minor = 0,
                                   .multiprocessors = 132,
                                   .sharedBytesPerBlock = 227U << 10U,
                                   .unwritten = 0};
    emulator::MachineOptions machine{.blocksAtMost = 32, .partial = "Tile"};
    uint32_t rows = 2048, positions = 2048;
    bool places = false;
};

Options parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--places") {
            options.places = true;
            continue;
        }
        if (!name.starts_with("--")) {
            (options.command.empty() ? options.command : options.model) = name;
            continue;
        }
        const std::string value =
            i + 1 < argc ? argv[++i] : throw std::runtime_error(name + " needs a value");
        if (name == "--multiprocessors")
            options.device.multiprocessors = std::stoi(value);
        else if (name == "--capability")
            std::sscanf(value.c_str(), "%d.%d", &options.device.major, &options.device.minor);
        else if (name == "--shared")
            options.device.sharedBytesPerBlock = std::stoul(value);
        else if (name == "--rows")
            options.rows = static_cast<uint32_t>(std::stoul(value));
        else if (name == "--positions")
            options.positions = static_cast<uint32_t>(std::stoul(value));
        else if (name == "--blocks")
            options.machine.blocksAtMost = std::stoul(value);
        else if (name == "--match")
            options.match = value;
        else
            throw std::runtime_error("there is no option " + name);
    }
    if (options.command != "cases" && (options.command != "step" || options.model.empty()))
        throw std::runtime_error("usage: hearth-kernel-cost cases | step MODEL");
    return options;
}

json launchesOf(emulator::Meter& meter, bool places) {
    json report = {{"launches", json::array()}};
    for (const emulator::LaunchCount& launch : meter.take())
        report["launches"].push_back(emulator::reportOf(launch));
    const auto found = meter.takePlaces();
    if (places) report["places"] = emulator::reportOf(found);
    return report;
}

json cases(const Options& options) {
    emulator::Meter meter;
    cuda::CudaBackend backend;
    json all = json::array();
    const auto isWanted = [&](const std::string& operation, int rows) {
        return (operation + ", " + std::to_string(rows) + " rows").find(options.match) != std::string::npos;
    };
    const test::KernelCaseOptions what{.cacheBytes = 0,
                                       .isAllocated = [&](const char* memory) { meter.name(memory); },
                                       .fillsCache = false,
                                       .isWanted = isWanted};
    meter.name("scratch");
    test::visitKernelCases(backend, what, [&](const test::KernelCase& one) {
        backend.synchronize();
        meter.name("activations");
        meter.take();
        meter.takePlaces();
        backend.beginBatch(one.batch);
        one.run(0);
        backend.synchronize();
        meter.name("activations");
        json report = launchesOf(meter, options.places);
        report.update({{"operation", one.operation},
                       {"rows", one.rows},
                       {"bytes", one.bytes},
                       {"multiply_adds", one.multiplyAdds}});
        all.push_back(std::move(report));
    });
    return all;
}

Batch batchOf(const Model& model, PagedKvCache& kv, uint32_t first, uint32_t rows, RowKind kind) {
    Batch batch;
    batch.kind = kind;
    std::vector<int32_t> table(kv.blocks[0]);
    std::iota(table.begin(), table.end(), 0);
    batch.sequences.push_back({});
    batch.sequences[0].blockTables.assign(model.kvWindows().size(), table);
    batch.sequences[0].residualBlock = 0;
    for (uint32_t i = 0; i < rows; ++i) {
        batch.rows.push_back({.sequence = 0,
                              .slot = static_cast<int32_t>(first + i),
                              .token = static_cast<TokenId>((first + i) * 7919 % 1000),
                              .wantLogits = i + 1 == rows});
    }
    return batch;
}

json step(const Options& options) {
    emulator::Meter meter;
    cuda::CudaBackend backend;
    meter.name("scratch");
    const GgufFile file = GgufFile::open(options.model);
    const uint32_t positions = std::max(options.rows, options.positions) + PagedKvCache::blockPositions;
    const auto model = Model::load(file, backend, positions, {.rows = options.rows, .logitRows = 1},
                                   [&](uint64_t, uint64_t) { meter.name("weights"); });
    meter.name("activations");
    const auto kv = model->makePagedKvCache(KvType::F16, positions / PagedKvCache::blockPositions);
    kv->commitAll();
    meter.name("cache");
    json report = {{"vocabulary", model->config().vocabSize},
                   {"layers", model->config().layers.size()},
                   {"decode_bytes", model->decodeBytes()}};
    const auto run = [&](const char* name, const Batch& batch) {
        backend.synchronize();
        meter.take();
        meter.takePlaces();
        model->compute(batch, *kv, nullptr);
        std::vector<BestLogitsQuery> queries(1);
        queries[0].count = 40;
        queries[0].columns = static_cast<uint32_t>(model->config().vocabSize);
        std::vector<BestLogits> best(1);
        model->bestLogits(queries, best);
        backend.synchronize();
        report[name] = launchesOf(meter, options.places);
    };
    // The first step finds no memory for what it leaves behind, and launches more for that.
    const Batch reply = batchOf(*model, *kv, options.positions - 1, 1, RowKind::Decode);
    emulator::g_machine.configure({.blocksAtMost = 1});
    run("decode", reply);
    emulator::g_machine.configure(options.machine);
    run("decode", reply);
    if (options.rows > 1) run("prefill", batchOf(*model, *kv, 0, options.rows, RowKind::Prefill));
    return report;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = parse(argc, argv);
        emulator::configureDevice(options.device);
        emulator::g_machine.configure(options.machine);
        std::cout << (options.command == "cases" ? cases(options) : step(options)).dump(1) << '\n';
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hearth-kernel-cost: %s\n", error.what());
        return 1;
    }
    return 0;
}
