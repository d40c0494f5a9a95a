#include <algorithm>

#include "cli/command.h"
#include "cli/common_options.h"
#include "hearth/error.h"
#include "hearth/gguf.h"

namespace hearth::cli {

namespace {

constexpr std::array options = {Option{"--out", "", "FILE", "where to write little-endian float32"}};

void run(const Arguments& arguments) {
    if (arguments.positional().size() != 2) throw UsageError("give a model file and the name of a tensor");
    const std::string out = arguments.required("--out");
    const GgufFile file = GgufFile::open(arguments.positional()[0]);
    const std::string& name = arguments.positional()[1];
    const GgufTensor* tensor = file.findTensor(name);
    if (tensor == nullptr) {
        throw Error(ErrorCode::BadInput,
                    "The file has no tensor called " + name + "; hearth-cli inspect lists them.");
    }
    std::vector<std::byte> bytes(tensor->sizeBytes);
    file.read(*tensor, 0, bytes);
    std::vector<float> values(tensor->elements());
    dequantizeRow(tensor->type, bytes, values);
    writeFloats(out, values);
}

}  // namespace

const Command dequantizeCommand{.name = "dequantize",
                                .usage = "MODEL TENSOR --out FILE",
                                .summary = "Write a tensor's values as float32.",
                                .options = options,
                                .run = run};

}  // namespace hearth::cli
