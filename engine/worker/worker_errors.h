#pragma once

#include "hearth/error.h"
#include "platform/sandbox_errors.h"

/// Errors of a process in which a model runs.
namespace hearth::errors {

inline constexpr ErrorKind workerKilled{
    ErrorCode::Device,
    {"process.killed",
     HEARTH_TRANSLATED("Engine",
                       "The process of the model was killed, perhaps because the memory was full; another "
                       "one is started. What there is of the reply is kept: ask again, or choose a smaller "
                       "model.")}};
/// The number of a signal, or a status.
inline constexpr ErrorKind workerCrashed{
    ErrorCode::Device,
    {"process.crashed",
     HEARTH_TRANSLATED("Engine",
                       "The process of the model crashed (%1), which a damaged file can bring about; another "
                       "one is started. What there is of the reply is kept: ask again, or choose another "
                       "model.")}};
/// The system's reason.
inline constexpr ErrorKind workerNotStarted{
    ErrorCode::Io,
    {"process.not-started",
     HEARTH_TRANSLATED("Engine",
                       "The process of the model cannot be started: %1; install Hearth again, or load the "
                       "model without the sandbox.")}};
/// After so many seconds.
inline constexpr ErrorKind workerStuck{
    ErrorCode::Device,
    {"process.stuck",
     HEARTH_TRANSLATED("Engine",
                       "The process of the model did not answer for %1 s and was ended; another one is "
                       "started. What there is of the reply is kept: ask again, or choose another model.")}};
inline constexpr ErrorKind workerNonsense{
    ErrorCode::BadFile,
    {"process.nonsense",
     "The process of the model sent an answer that cannot be read and was ended; choose another model, "
     "or restart Hearth if it was just updated."}};
/// Asks the other process to send the bytes of a picture again. Not shown, see sendPicturesOnce().
inline constexpr ErrorKind pictureForgotten{
    ErrorCode::BadInput,
    {"process.picture-forgotten",
     "The process of the model does not have a picture of the request any more; send it again."}};
inline constexpr ErrorKind readerEnded{
    ErrorCode::BadFile,
    {"process.reader-ended",
     HEARTH_TRANSLATED("Engine",
                       "The process that reads this model's header ended before it was done, which a damaged "
                       "file can bring about; choose another file of the model.")}};

inline constexpr ErrorKind jobEnded{
    ErrorCode::BadFile,
    {"worker.job-ended",
     HEARTH_TRANSLATED(
         "Engine",
         "The process that works on the model ended before it was done, which a damaged file or "
         "a full memory can cause; nothing is left of it: try again, or choose another file.")}};

/// The system's reason.
inline constexpr MessageKind runsWithoutWorker{
    "worker.in-process",
    HEARTH_TRANSLATED("Engine",
                      "No process could be started for the model (%1), so it runs in Hearth's own process, "
                      "which a crash would end.")};

/// The reason why a model in a sandbox does not run on a GPU.
inline constexpr MessageKind workerUsesCpu{
    "process.no-card", HEARTH_TRANSLATED("Engine", "It runs in a sandbox, which uses the processor alone.")};
/// A sandbox without rules for files.
inline constexpr MessageKind workerSeesFiles{
    "process.sees-files",
    HEARTH_TRANSLATED("Engine",
                      "The kernel of this system has no Landlock, so that process is kept from networks and "
                      "other programs, but could read your files.")};

}  // namespace hearth::errors

namespace hearth {

/// True for errors of a system that has no workers; the same can be done in this process.
inline bool hasNoWorkers(const Error& error) noexcept {
    return error.is(errors::workerNotStarted) || error.is(errors::cannotShutIn);
}

}  // namespace hearth
