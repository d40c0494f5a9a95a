#include "format/model_report.h"

#include <cmath>
#include <cstdio>
#include <iomanip>
#include <nlohmann/json.hpp>

#include "format/model_summary.h"

namespace hearth::format {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr size_t longestShown = 120;  ///< bytes of a text shown in the listing
constexpr size_t mostElements = 8;    ///< elements of an array shown in the listing

/// A text on one line: control characters as escapes, cut between characters when it is long.
std::string shown(const std::string& text) {
    std::string result = "\"";
    for (size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (i >= longestShown && (byte & 0xC0U) != 0x80)
            return result + "\"... (" + std::to_string(text.size()) + " bytes)";
        char escape[8];
        if (text[i] == '\n')
            result += "\\n";
        else if (byte < 0x20 || byte == 0x7F) {
            std::snprintf(escape, sizeof escape, "\\x%02X", byte);
            result += escape;
        } else
            result += text[i];
    }
    return result + "\"";
}

std::string shown(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

std::string shown(bool value) {
    return value ? "true" : "false";
}
std::string shown(int64_t value) {
    return std::to_string(value);
}
std::string shown(uint64_t value) {
    return std::to_string(value);
}
std::string shown(float value) {
    return shown(static_cast<double>(value));
}

template <typename Element>
std::string shown(const std::vector<Element>& elements) {
    std::string result = "[";
    for (size_t i = 0; i < elements.size() && i < mostElements; ++i)
        result += (i > 0 ? ", " : "") + shown(elements[i]);
    if (elements.size() > mostElements) result += ", ... " + std::to_string(elements.size()) + " in all";
    return result + "]";
}

/// JSON has no infinities and no NaN: those become texts.
OrderedJson toJson(double value) {
    return std::isfinite(value) ? OrderedJson(value) : OrderedJson(shown(value));
}

template <typename Value>
OrderedJson toJson(const Value& value) {
    return OrderedJson(value);
}

OrderedJson toJson(const std::vector<float>& elements) {
    OrderedJson list = OrderedJson::array();
    for (const float element : elements) list.push_back(toJson(static_cast<double>(element)));
    return list;
}

std::string withSeparators(uint64_t number) {
    std::string digits = std::to_string(number);
    for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

std::string withUnit(uint64_t bytes) {
    const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    auto amount = static_cast<double>(bytes);
    size_t unit = 0;
    for (; amount >= 1024 && unit + 1 < std::size(units); ++unit) amount /= 1024;
    char text[40];
    std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", amount, units[unit]);
    return text;
}

std::string shapeText(const GgufTensor& tensor) {
    std::string text;
    for (const uint64_t extent : tensor.shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text;
}

void printTotals(std::ostream& out, const char* title, const std::vector<TensorTotal>& totals,
                 const TensorTotal& all) {
    out << "\n" << title << "\n";
    for (const auto& total : totals) {
        const double share = all.parameters == 0 ? 0
                                                 : 100.0 * static_cast<double>(total.parameters) /
                                                       static_cast<double>(all.parameters);
        out << "  " << std::left << std::setw(14) << total.name << std::right << std::setw(18)
            << withSeparators(total.parameters) << std::setw(7) << std::fixed << std::setprecision(1) << share
            << " %" << std::setw(12) << withUnit(total.sizeBytes) << std::setw(7) << total.tensors
            << " tensors\n";
    }
}

}  // namespace

void printModelListing(const GgufFile& file, std::ostream& out) {
    const auto summary = summarise(file.tensors());
    out << "File          " << file.path().filename().string() << " (GGUF " << file.version() << ", "
        << withUnit(file.sizeBytes()) << ")\n";
    for (const auto& [label, key] :
         {std::pair{"Architecture  ", "general.architecture"}, std::pair{"Name          ", "general.name"}})
        if (const auto* value = file.find(key); value != nullptr)
            out << label << std::visit([](const auto& v) { return shown(v); }, value->storage()) << "\n";
    out << "Parameters    " << withSeparators(summary.all.parameters) << " in " << summary.all.tensors
        << " tensors, " << withUnit(summary.all.sizeBytes) << "\n";
    printTotals(out, "Parameters by group", summary.byGroup, summary.all);
    printTotals(out, "Weights by type", summary.byType, summary.all);
    out << "\nMetadata (" << file.metadata().size() << " keys)\n";
    for (const auto& [key, value] : file.metadata())
        out << "  " << key << " = " << std::visit([](const auto& v) { return shown(v); }, value.storage())
            << "\n";
    out << "\nTensors (" << file.tensors().size() << ")\n";
    for (const auto& tensor : file.tensors())
        out << "  " << std::left << std::setw(44) << tensor.name << std::setw(9)
            << blockTypeInfo(tensor.type).name << std::setw(24) << shapeText(tensor) << std::right
            << std::setw(11) << withUnit(tensor.sizeBytes) << "\n";
}

nlohmann::ordered_json describeModel(const GgufFile& file) {
    const auto summary = summarise(file.tensors());
    OrderedJson root{
        {"file", file.path().string()}, {"version", file.version()}, {"bytes", file.sizeBytes()}};
    root["metadata"] = OrderedJson::object();
    for (const auto& [key, value] : file.metadata())
        root["metadata"][key] = std::visit([](const auto& v) { return toJson(v); }, value.storage());
    root["tensors"] = OrderedJson::array();
    for (const auto& tensor : file.tensors())
        root["tensors"].push_back({{"name", tensor.name},
                                   {"type", std::string(blockTypeInfo(tensor.type).name)},
                                   {"shape", tensor.shape},
                                   {"offset", tensor.offset},
                                   {"bytes", tensor.sizeBytes},
                                   {"file", tensor.file}});
    root["parameters"] = OrderedJson{{"total", summary.all.parameters}};
    for (const auto& total : summary.byGroup) root["parameters"][total.name] = total.parameters;
    root["types"] = OrderedJson::object();
    for (const auto& total : summary.byType)
        root["types"][total.name] = {
            {"tensors", total.tensors}, {"parameters", total.parameters}, {"bytes", total.sizeBytes}};
    return root;
}

}  // namespace hearth::format
