#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace hearth::emulator {

/// An error of a kernel: thrown out of the launch (or of the synchronisation that ran it). The message begins
/// with "file:line: " of the kernel's source and names kernel, block and thread.
class Fault : public std::runtime_error {
public:
    Fault(std::string kind, std::string file, unsigned line, const std::string& message)
        : std::runtime_error(message), m_kind(std::move(kind)), m_file(std::move(file)), m_line(line) {}
    const std::string& kind() const noexcept { return m_kind; }  ///< "race", "bounds", "barrier", ...
    const std::string& file() const noexcept { return m_file; }  ///< without folders
    unsigned line() const noexcept { return m_line; }            ///< 0 when unknown

private:
    std::string m_kind, m_file;
    unsigned m_line;
};

/// A place in a kernel's source: either known from a primitive, or an address in the code.
struct Place {
    const void* code = nullptr;
    const char* file = nullptr;
    unsigned line = 0, column = 0;

    static Place of(const std::source_location& where) {
        return {nullptr, where.file_name(), where.line(), where.column()};
    }
    static Place at(const void* returnAddress) { return {returnAddress, nullptr, 0, 0}; }
    /// Looks an address up in the debug information (slow; for messages only).
    Place resolved() const;
};

}  // namespace hearth::emulator
