#include "worker/job_answers.h"

#include <cstdio>
#include <memory>
#include <utility>

#include "hearth/calibration.h"
#include "hearth/processor_share.h"

namespace hearth {

using wire::Call;
using wire::JobPart;
using wire::Reader;

namespace {

EngineOptions filesOf(const std::filesystem::path& model, const std::filesystem::path& other = {}) {
    EngineOptions files;
    files.model = model;
    files.draftModel = other;
    return files;
}

}  // namespace

/// The share of the processor that the other process has for this job.
class JobAnswers::Share final : public ProcessorShare {
public:
    Share(JobAnswers& job, bool isAsked) : m_job(isAsked ? &job : nullptr) {}
    /// nullptr: no other work is to be asked.
    ProcessorShare* asked() noexcept { return m_job != nullptr ? this : nullptr; }

    void giveWay() override { m_job->tell({.kind = JobPart::Kind::GiveWay}); }
    void leave() override { m_job->tell({.kind = JobPart::Kind::Leave}); }

private:
    JobAnswers* const m_job;
};

void JobAnswers::tell(const JobPart& part) {
    m_tell(wire::packed(part));
    m_proceeds.acquire();
}

std::function<void(double)> JobAnswers::tellShare() {
    return [this](double share) { tell({.kind = JobPart::Kind::Share, .share = share}); };
}

void JobAnswers::quantize(Reader& in, const std::stop_token& stop, wire::Writer& out) {
    const auto job = in.take<wire::QuantizeJob>();
    m_shutIn(filesOf(job.in), job.out.parent_path());
    out.put(quantizeModel(
        job.in, job.out, job.type,
        [this](uint64_t done, uint64_t all) {
            tell({.kind = JobPart::Kind::Bytes, .done = done, .all = all});
        },
        stop, job.importance, job.existing));
}

void JobAnswers::calibrate(Reader& in, const std::stop_token& stop, wire::Writer& out) {
    const auto job = in.take<wire::CalibrateJob>();
    m_shutIn(filesOf(job.model), {});
    Share share(*this, job.shares);
    out.put(hearth::calibrate(job.model,
                              {.text = job.text,
                               .tokens = static_cast<size_t>(job.tokens),
                               .threads = job.threads,
                               .processor = share.asked()},
                              tellShare(), stop));
}

void JobAnswers::compare(Reader& in, const std::stop_token& stop, wire::Writer& out) {
    const auto job = in.take<wire::CompareJob>();
    // Opened before the sandbox, in which no temporary file can be made.
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> scratch(std::tmpfile(), &std::fclose);
    m_shutIn(filesOf(job.before, job.after), {});
    Share share(*this, job.shares);
    ComparisonOptions options{.text = job.text,
                              .tokens = static_cast<size_t>(job.tokens),
                              .threads = job.threads,
                              .processor = share.asked(),
                              .backend = "cpu",
                              .scratch = scratch.get()};
    out.put(compareModels(job.before, job.after, options, tellShare(), stop));
}

void JobAnswers::answer(Call call, Reader& in, const std::stop_token& stop, wire::Writer& out) {
    if (call == Call::Quantize)
        quantize(in, stop, out);
    else if (call == Call::Calibrate)
        calibrate(in, stop, out);
    else if (call == Call::Compare)
        compare(in, stop, out);
    else
        Reader::refuse();
}

}  // namespace hearth
