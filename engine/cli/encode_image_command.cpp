#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/picture_input.h"
#include "hearth/encode_picture.h"

namespace hearth::cli {

namespace {

constexpr std::array encodeImageOwnOptions = {
    Option{"--out", "", "ROWS", "where to write the rows as little-endian float32"},
    Option{"--time", "", "",
           "also state the milliseconds of decoding and encoding, without loading, as encode_ms"},
};
constexpr auto encodeImageOptions = joinOptions(engineOptionList, encodeImageOwnOptions);

void runEncodeImage(const Arguments& arguments) {
    if (arguments.positional().size() != 1) throw UsageError("name one picture");
    const std::string out = arguments.required("--out");
    const EngineOptions options = engineOptions(arguments);
    const auto picture = readPicture(arguments.positional().front());
    const Interrupt interrupt;
    const PictureEncoding encoding = encodePicture(options, *picture, interrupt.token());
    writeFloats(out, encoding.values);
    nlohmann::ordered_json grids = nlohmann::ordered_json::array();
    for (const PictureEncoding::Grid& grid : encoding.grids) grids.push_back({grid.lines, grid.columns});
    nlohmann::ordered_json told{{"rows", encoding.rows},
                                {"width", encoding.width},
                                {"grid", grids.size() == 1 ? grids.front() : grids},
                                {"tokens", encoding.tokens}};
    if (arguments.has("--time")) told["encode_ms"] = encoding.milliseconds;
    std::cout << told.dump() << '\n';
}

}  // namespace

const Command encodeImageCommand{.name = "encode-image",
                                 .usage = "-m MODEL [--mmproj FILE] PICTURE --out ROWS [OPTIONS]",
                                 .summary = "Write the rows that a model reads in place of a picture.",
                                 .options = encodeImageOptions,
                                 .run = runEncodeImage};

}  // namespace hearth::cli
