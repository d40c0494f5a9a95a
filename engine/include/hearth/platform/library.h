#pragma once

#include <cstdint>
#include <string>

namespace hearth::platform {

/// The time for which a library stays loaded.
enum class LibraryUse : uint8_t {
    WhileOpen,  ///< until the object goes; functions are bound when they are called first
    ForGood     ///< until the process ends; all functions are bound at once
};

/// A library that is loaded at run time.
class Library {
public:
    /// Loads a library: a path, or a name that the system looks for. See isOpen() and problem().
    Library(const std::string& file, LibraryUse use);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    bool isOpen() const noexcept { return m_handle != nullptr; }
    /// The system's reason why it is not open; may be empty.
    const std::string& problem() const noexcept { return m_problem; }
    /// Finds a function by its name; nullptr: there is none.
    template <class Function>
    void find(Function& function, const char* name) const noexcept {
        function = reinterpret_cast<Function>(address(name));
    }

private:
    void* address(const char* name) const noexcept;

    void* m_handle = nullptr;
    LibraryUse m_use;
    std::string m_problem;
};

}  // namespace hearth::platform
