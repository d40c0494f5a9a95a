#pragma once

#include <utility>
#include <vector>

#include "hearth/model_comparison.h"
#include "hearth/quantize_model.h"
#include "worker/header_wire.h"

/// Jobs of a worker on the files of models, and their reports, as bytes.
namespace hearth::wire {

/// Sent by the worker on the way, which then waits for Order::Proceed.
struct JobPart {
    enum class Kind : uint8_t { Bytes, Share, GiveWay, Leave };
    Kind kind = Kind::Bytes;
    uint64_t done = 0, all = 0;  ///< Bytes: progress of quantizeModel()
    double share = 0;            ///< Share: progress from 0 to 1
};

struct QuantizeJob {
    std::filesystem::path in, out;
    BlockType type = BlockType::F32;
    WeightImportance importance;
    Existing existing = Existing::Refuse;
};

struct CalibrateJob {
    std::filesystem::path model;
    std::string text;
    uint64_t tokens = 0;
    int threads = 0;
    bool shares = false;  ///< the processor, by ProcessorShare
};

struct CompareJob {
    std::filesystem::path before, after;
    std::string text;
    uint64_t tokens = 0;
    int threads = 0;
    bool shares = false;
};

template <>
inline constexpr int memberCount<JobPart> = 4;
template <>
inline constexpr int memberCount<QuantizeJob> = 5;
template <>
inline constexpr int memberCount<CalibrateJob> = 5;
template <>
inline constexpr int memberCount<CompareJob> = 6;
template <>
inline constexpr int memberCount<QuantizeReport> = 5;
template <>
inline constexpr int memberCount<ModelComparison> = 6;

template <>
inline constexpr auto lastValue<JobPart::Kind> = JobPart::Kind::Leave;
template <>
inline constexpr auto lastValue<Existing> = Existing::Replace;

template <>
struct Codec<WeightImportance> {
    static constexpr bool isOwn = true;
    static void put(Writer& out, const WeightImportance& value);
    static void get(Reader& in, WeightImportance& value);
};

}  // namespace hearth::wire
