#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "hearth/calibration.h"
#include "hearth/model_comparison.h"
#include "hearth/model_loader.h"
#include "hearth/quantize_model.h"

namespace hearth {

/// Long work on the files of models, in the process that a ModelPlace names: a worker for each job, which
/// can write only where the job has to. Any thread, several at a time.
///
/// Functions throw what the functions of the same names throw, errors::jobEnded if the worker ended early,
/// and for ModelPlace::Sandbox errors::workerNotStarted. They call `progress` and
/// ProcessorShare on the calling thread; the worker waits meanwhile.
class ModelJobs {
public:
    explicit ModelJobs(ModelPlace place, WorkerProcess worker = {});

    /// quantizeModel(). The worker writes in the folder of `out` alone.
    QuantizeReport quantize(const std::filesystem::path& in, const std::filesystem::path& out, BlockType type,
                            const std::function<void(uint64_t, uint64_t)>& progress = {},
                            const std::stop_token& stop = {}, const WeightImportance& importance = {},
                            Existing existing = Existing::Replace) const;
    WeightImportance calibrate(const std::filesystem::path& model, const CalibrationOptions& options,
                               const std::function<void(double)>& progress = {},
                               const std::stop_token& stop = {}) const;
    /// compareModels().
    ModelComparison compare(const std::filesystem::path& before, const std::filesystem::path& after,
                            const ComparisonOptions& options = {},
                            const std::function<void(double)>& progress = {},
                            const std::stop_token& stop = {}) const;

private:
    template <class Work, class WorkHere>
    auto run(const Work& inWorker, const WorkHere& here) const;

    const ModelPlace m_place;
    const WorkerProcess m_worker;
};

}  // namespace hearth
