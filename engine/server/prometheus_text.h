#pragma once

#include <cstdio>
#include <string>

namespace hearth::server {

// Prometheus's text format, version 0.0.4.

inline std::string prometheusNumber(double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.9g", value);
    return digits;
}

/// A metric of one value, with its description.
inline std::string prometheusSample(const std::string& name, const char* help, const char* type,
                                    double value) {
    return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " +
           prometheusNumber(value) + "\n";
}

}  // namespace hearth::server
