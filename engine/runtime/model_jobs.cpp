#include "hearth/model_jobs.h"

#include <utility>

#include "hearth/devices.h"
#include "hearth/processor_share.h"
#include "worker/job_wire.h"
#include "worker/worker_errors.h"
#include "worker/worker_link.h"

namespace hearth {

using wire::Call;
using wire::JobPart;

namespace {

/// Asks a new worker for a job. `each` hears of its parts.
template <class Report, class Job>
Report reportOf(const WorkerProcess& worker, Call call, const Job& job, const std::stop_token& stop,
                const std::function<void(const JobPart&)>& each) {
    WorkerLink link(worker);
    try {
        const std::string answer = link.call(call, wire::packed(job), stop, [&](wire::Reader& in) {
            each(in.take<JobPart>());
            link.proceed();
        });
        try {
            wire::Reader in(answer);
            (void)in.take<std::vector<wire::ReplyEvent>>();
            Report report = in.take<Report>();
            in.end();
            return report;
        } catch (const Error&) {
            link.refuse();
        }
    } catch (const WorkerGone&) {
        throw Error(errors::jobEnded);
    }
}

/// Passes the parts of a job on to its caller.
auto passedTo(const std::function<void(double)>& progress, ProcessorShare* processor) {
    return [&progress, processor](const JobPart& part) {
        if (part.kind == JobPart::Kind::Share && progress) progress(part.share);
        if (part.kind == JobPart::Kind::GiveWay && processor != nullptr) processor->giveWay();
        if (part.kind == JobPart::Kind::Leave && processor != nullptr) processor->leave();
    };
}

/// The worker does not know the folder that a relative path begins in.
std::filesystem::path whole(const std::filesystem::path& path) {
    return std::filesystem::absolute(path);
}

}  // namespace

ModelJobs::ModelJobs(ModelPlace place, WorkerProcess worker) : m_place(place), m_worker(std::move(worker)) {
}

template <class Work, class WorkHere>
auto ModelJobs::run(const Work& inWorker, const WorkHere& here) const {
    if (m_place == ModelPlace::InProcess) return here();
    try {
        return inWorker();
    } catch (const Error& error) {
        if (m_place == ModelPlace::Sandbox || !hasNoWorkers(error)) throw;
    }
    return here();
}

QuantizeReport ModelJobs::quantize(const std::filesystem::path& in, const std::filesystem::path& out,
                                   BlockType type, const std::function<void(uint64_t, uint64_t)>& progress,
                                   const std::stop_token& stop, const WeightImportance& importance,
                                   Existing existing) const {
    const auto inWorker = [&] {
        // A link of this name or to it is refused by this process, which sees where it leads.
        refuseOutput(out, existing);
        try {
            return reportOf<QuantizeReport>(
                m_worker, Call::Quantize,
                wire::QuantizeJob{whole(in), whole(out), type, importance, existing}, stop,
                [&progress](const JobPart& part) {
                    if (part.kind == JobPart::Kind::Bytes && progress) progress(part.done, part.all);
                });
        } catch (const Error& error) {
            if (error.is(errors::jobEnded)) removeUnfinished(out);
            throw;
        }
    };
    return run(inWorker, [&] { return quantizeModel(in, out, type, progress, stop, importance, existing); });
}

WeightImportance ModelJobs::calibrate(const std::filesystem::path& model, const CalibrationOptions& options,
                                      const std::function<void(double)>& progress,
                                      const std::stop_token& stop) const {
    const auto inWorker = [&] {
        return reportOf<WeightImportance>(
            m_worker, Call::Calibrate,
            wire::CalibrateJob{whole(model), std::string(options.text), uint64_t{options.tokens},
                               options.threads, options.processor != nullptr},
            stop, passedTo(progress, options.processor));
    };
    return run(inWorker, [&] { return hearth::calibrate(model, options, progress, stop); });
}

ModelComparison ModelJobs::compare(const std::filesystem::path& before, const std::filesystem::path& after,
                                   const ComparisonOptions& options,
                                   const std::function<void(double)>& progress,
                                   const std::stop_token& stop) const {
    const auto inWorker = [&] {
        return reportOf<ModelComparison>(
            m_worker, Call::Compare,
            wire::CompareJob{whole(before), whole(after), std::string(options.text), uint64_t{options.tokens},
                             options.threads, options.processor != nullptr},
            stop, passedTo(progress, options.processor));
    };
    const auto here = [&] { return compareModels(before, after, options, progress, stop); };
    // Models on GPUs stay in this process, as ModelLoader has it.
    if (m_place == ModelPlace::Automatic && options.backend == "auto" && !whyNoGpu()) return here();
    return run(inWorker, here);
}

}  // namespace hearth
