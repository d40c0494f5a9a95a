#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hearth/device_description.h"
#include "hearth/memory_plan.h"
#include "hearth/message.h"

namespace hearth {

/// Description of a loaded model and of its machine, for the window's status line.
struct EngineInfo {
    std::string modelName, architecture, quantization;  ///< "SmolLM2 135M Instruct", "llama", "Q4_1"
    uint64_t parameters = 0, fileBytes = 0;
    std::string weightsHash;   ///< of every byte of the weights that was read, in hex; empty: not known
    uint64_t decodeBytes = 0;  ///< weights that one generated token reads (device bytes, chosen experts only)
    int layers = 0, contextLength = 0, trainedContextLength = 0, vocabSize = 0;
    std::string backend;      ///< for people: "CPU", "GPU"
    std::string backendName;  ///< as EngineOptions::backend: "cpu"
    bool onDevice = false;    ///< some layers are in the memory of a GPU or the like
    bool inWorker = false;    ///< a process of its own computes (hearth/worker.h)
    DeviceDescription device;
    /// Why it does not run on the GPU, or not all of it: one after the other; empty when the CPU was asked
    /// for
    std::vector<Message> backendReason;
    bool gpuEngineBuilt = true;  ///< false: this copy of Hearth has no GPU engine, whatever GPU there is
    bool canSpeculate = true;    ///< false: Speculation changes nothing (a server's model)
    bool hasMtp = false;         ///< Speculation::Own does more than PromptLookup
    /// ContextOverflow::Slide makes room here; false: it changes nothing (a server's model; a context too
    /// short to be cut).
    bool canSlide = false;
    bool canCallTools = true;  ///< false: the chat template tells the model nothing of tools
    Message templateNote;      ///< empty, or which fallback template is used and why
    std::string draftName;     ///< of the draft model; empty: there is none
    Message draftProblem;      ///< why the one that was asked for is left out, one sentence; empty: it is not
    bool seesPictures = false;  ///< ChatMessage::pictures are read; else a request that has some is refused
    Message visionProblem;      ///< why the vision encoder is left out, one sentence; empty: it is not
    std::string serverHost;     ///< of a server that does the work: "rack.lan"; empty: this machine does it
    MemoryPlan memory;
    /// Of two models as one (hearth/route_generator.h): the small one and the large one. Empty: one model.
    std::vector<EngineInfo> parts = {};
};

}  // namespace hearth
