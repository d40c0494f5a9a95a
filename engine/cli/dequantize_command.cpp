#include <array>

#include "cli/command.h"
#include "format/tensor_export.h"
#include "hearth/error.h"

namespace hearth::cli {

namespace {

constexpr std::array dequantizeOptions = {
    Option{"--out", "", "FILE", "where to write little-endian float32"}};

void runDequantize(const Arguments& arguments) {
    if (arguments.positional().size() != 2) throw UsageError("give a model file and the name of a tensor");
    const std::string out = arguments.required("--out");
    const GgufFile file = GgufFile::open(arguments.positional()[0]);
    const std::string& name = arguments.positional()[1];
    const GgufTensor* tensor = file.findTensor(name);
    if (tensor == nullptr) {
        throw Error(ErrorCode::BadInput,
                    "The file has no tensor called " + name + "; hearth-cli inspect lists them.");
    }
    format::exportTensor(file, *tensor, out);
}

}  // namespace

const Command dequantizeCommand{.name = "dequantize",
                                .usage = "MODEL TENSOR --out FILE",
                                .summary = "Write a tensor's values as float32.",
                                .options = dequantizeOptions,
                                .run = runDequantize};

}  // namespace hearth::cli
