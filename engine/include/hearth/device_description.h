#pragma once

#include <string>

namespace hearth {

/// The device that a model runs on.
struct DeviceDescription {
    std::string name = {};          ///< of a GPU, or of a server's program; empty: the processor alone
    int threads = 0;                ///< of the processor; 0: it has no part in it
    std::string instructions = {};  ///< that these threads use: "AVX-512 VNNI"; empty: none in particular

    bool operator==(const DeviceDescription&) const = default;
    /// In English: "GeForce RTX 4070 and 8 threads, AVX2".
    std::string text() const {
        if (threads == 0) return name;
        const std::string count = std::to_string(threads) + (threads == 1 ? " thread" : " threads");
        return (name.empty() ? "" : name + " and ") + count +
               (instructions.empty() ? "" : ", " + instructions);
    }
};

}  // namespace hearth
