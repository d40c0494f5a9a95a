#pragma once

#include <array>
#include <fstream>
#include <span>
#include <stop_token>
#include <string>

#include "cli/arguments.h"
#include "hearth/engine.h"
#include "hearth/model_loader.h"

namespace hearth::cli {

inline constexpr Option modelOption{"--model", "-m", "MODEL", "the model's GGUF file"};
inline constexpr Option fileOption{"--file", "-f", "FILE", "read the text from a file"};
inline constexpr Option jsonOption{"--json", "", "", "print JSON"};

inline constexpr Option speculateOption{
    "--speculate", "", "HOW",
    "lookup, own, draft or off: guess tokens from the text so far (lookup), or also with the layer that some "
    "models have for it (own) or with a draft model (draft), and check several at once; the reply stays the "
    "same (default: draft with --draft-model, else own)"};
inline constexpr Option draftOption{"--draft-model", "", "MODEL",
                                    "a smaller GGUF model with the same vocabulary, used to guess tokens"};

inline constexpr Option overflowOption{
    "--overflow", "", "HOW",
    "when the context is full: stop, or slide, which drops the oldest half and goes on (default stop)"};

inline constexpr Option schemaOption{"--schema", "", "FILE",
                                     "the reply is JSON that fits the JSON schema in this file"};
inline constexpr Option grammarOption{"--grammar", "", "FILE",
                                      "the reply is a text of the rule root of this grammar (GBNF)"};
inline constexpr Option regexOption{"--regex", "", "REGEX",
                                    "the reply is a text that this whole regular expression fits"};

inline constexpr Option devicesOption{
    "--devices", "", "LIST",
    "graphics cards by their numbers in `doctor`, as in 0,1 (default: as few as hold the model)"};

inline constexpr Option inProcessOption{
    "--in-process", "", "", "run the model in this process, not in a worker of its own (to look for faults)"};

inline constexpr Option ownProcessOption{
    "--own-process", "", "",
    "run the model in a sandbox or not at all: a process without network and without other files (the "
    "processor alone)"};

/// Options of every command that loads a model, itself included.
inline constexpr std::array engineOptionList = {
    modelOption,
    Option{"--mmproj", "", "FILE",
           "the vision encoder of the model (default: the mmproj file beside the model)"},
    Option{"--backend", "", "NAME", "{backends} (default auto)"},
    devicesOption,
    Option{
        "--card-split", "", "HOW",
        "auto (default), layers (whole layers on each card) or products (a part of each layer on each of 2, "
        "4 or 8 equal cards)"},
    Option{"--threads", "-t", "N", "CPU threads (default: one per core)"},
    Option{"--ctx", "-c", "N", "context size in tokens (default: the model's own, as far as memory allows)"},
    Option{"--kv", "", "TYPE",
           "type of the cache, or KEYTYPE:VALUETYPE: f32, f16 (default), q8_0 or q4_0 (8 and 4 bits: keys "
           "rounded by column over 32 positions, values by position)"},
    Option{"--gpu-layers", "", "N", "layers on the GPU (default: as many as fit)"},
    inProcessOption,
};

inline constexpr std::array samplingOptionList = {
    Option{"--temp", "", "T", "temperature, 0 to 2; 0 always picks the most likely token (default 0.8)"},
    Option{"--top-k", "", "K", "choose among the K most likely tokens; 0 turns this off (default 40)"},
    Option{"--top-p", "", "P",
           "choose among the most likely tokens whose probabilities add up to P (default 0.95)"},
    Option{"--min-p", "", "P",
           "leave out tokens less likely than P times the most likely one (default 0.05)"},
    Option{"--repeat-penalty", "", "R", "0.5 to 2; 1 turns this off (default 1)"},
    Option{"--presence-penalty", "", "R", "-2 to 2; 0 turns this off (default 0)"},
    Option{"--frequency-penalty", "", "R", "-2 to 2; 0 turns this off (default 0)"},
    Option{"--repeat-last-n", "", "N",
           "how many of the last tokens the penalties cover; 0 turns them off, -1 covers all (default 64)"},
    Option{"--seed", "", "S", "the same seed gives the same text (default: a random one)"},
    Option{"--predict", "-n", "N",
           "maximum number of tokens to generate (default: until the context is full)"},
    Option{"--stop", "", "STR", "end the reply before this text; can be given several times"},
};

/// One list after the other.
template <typename... Lists>
constexpr auto joinOptions(const Lists&... lists) {
    std::array<Option, (std::tuple_size_v<Lists> + ...)> all{};
    size_t at = 0;
    const auto append = [&](const auto& list) {
        for (const Option& option : list) all[at++] = option;
    };
    (append(lists), ...);
    return all;
}

/// The help of an option as people read it: "{backends}" in it is what --backend may be.
std::string helpText(const Option& option);

/// Throws UsageError for values that no option has; so do the functions below.
EngineOptions engineOptions(const Arguments& arguments);
/// --backend, --devices, --threads, --ctx, --kv and --gpu-layers, as far as they are given.
void readPlacement(const Arguments& arguments, EngineOptions& options);
int integerInRange(const Arguments& arguments, std::string_view option, int otherwise, int least, int most);
/// For commands that take options alone.
void refuseWords(const Arguments& arguments);
/// --speculate, or what --draft-model asks for; nullopt: nothing is chosen. Throws UsageError for unknown
/// ways, and for a draft model that is missing or would not be used.
std::optional<Speculation> speculation(const Arguments& arguments);
/// --schema, --grammar or --regex, of which one may be given; checked.
ReplyGrammar replyGrammar(const Arguments& arguments);
/// --overflow. Throws UsageError for unknown ways.
ContextOverflow contextOverflow(const Arguments& arguments);
SamplingParams samplingParams(const Arguments& arguments);

/// --in-process or --own-process, else `otherwise`. Throws UsageError for both.
ModelPlace modelPlace(const Arguments& arguments, ModelPlace otherwise = ModelPlace::Automatic);

/// Writes the sentence of an error to standard error, from any thread.
void tellError(const Error& error);

/// Loads the model of the options; progress goes to standard error when that is a terminal. Throws Error also
/// for a draft model or an --mmproj that cannot be used, and Error(Cancelled) after a stop request.
std::unique_ptr<Engine> loadEngine(const EngineOptions& options, const std::stop_token& stop = {},
                                   ModelPlace place = ModelPlace::InProcess);
/// The same for logits of token ids, which need no vocabulary.
std::unique_ptr<Engine> loadEngineForNumbers(const EngineOptions& options);

/// Everything in a file, or on standard input for "-". Throws what InputFile does, and Error(BadInput) above
/// 256 MiB.
std::string readTextFile(const std::string& path);

/// A file of float32 that is written part by part, and is gone again unless it was closed at its end. Throws
/// Error(Io) when something could not be written.
class FloatFile {
public:
    explicit FloatFile(std::string path);
    ~FloatFile();
    FloatFile(const FloatFile&) = delete;
    FloatFile& operator=(const FloatFile&) = delete;
    void write(std::span<const float> values);
    void close();

private:
    void check() const;
    std::string m_path;
    std::ofstream m_file;
};

/// Throws Error(Io) when not everything could be written.
void writeFloats(const std::string& path, std::span<const float> values);

}  // namespace hearth::cli
