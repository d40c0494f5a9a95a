#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "worker/worker_errors.h"

namespace hearth {

class ReceivedPictures;
class SentPictures;

}  // namespace hearth

/// Values as bytes, from one process of this program to another: as in memory, one after the other. Received
/// data is untrusted: reading checks every length against the available bytes, every number of an enumeration
/// against the last one, and the depth of nested values. The reader checks everything else.
namespace hearth::wire {

/// Number of members of an aggregate. Each type that is sent specializes it; a number that does not match the
/// type does not compile.
template <class T>
inline constexpr int memberCount = 0;
/// The last value of an enumeration that counts from 0.
template <class T>
inline constexpr T lastValue = T(0);

/// A type that is not a plain aggregate has put() and get() here.
template <class T>
struct Codec {
    static constexpr bool isOwn = false;
};

/// The members of an aggregate, by reference.
template <class T>
auto membersOf(T& value) {
    constexpr int count = memberCount<std::remove_const_t<T>>;
    static_assert(count > 0, "the type has no memberCount");
    if constexpr (count == 2) {
        auto& [a, b] = value;
        return std::tie(a, b);
    } else if constexpr (count == 3) {
        auto& [a, b, c] = value;
        return std::tie(a, b, c);
    } else if constexpr (count == 4) {
        auto& [a, b, c, d] = value;
        return std::tie(a, b, c, d);
    } else if constexpr (count == 5) {
        auto& [a, b, c, d, e] = value;
        return std::tie(a, b, c, d, e);
    } else if constexpr (count == 6) {
        auto& [a, b, c, d, e, f] = value;
        return std::tie(a, b, c, d, e, f);
    } else if constexpr (count == 7) {
        auto& [a, b, c, d, e, f, g] = value;
        return std::tie(a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
        auto& [a, b, c, d, e, f, g, h] = value;
        return std::tie(a, b, c, d, e, f, g, h);
    } else if constexpr (count == 10) {
        auto& [a, b, c, d, e, f, g, h, i, j] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (count == 11) {
        auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (count == 12) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
    } else if constexpr (count == 13) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m);
    } else if constexpr (count == 14) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    } else if constexpr (count == 15) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    } else if constexpr (count == 16) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
    } else if constexpr (count == 17) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
    } else if constexpr (count == 18) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
    } else if constexpr (count == 19) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s);
    } else if constexpr (count == 22) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v);
    } else {
        static_assert(count == 30, "there is no case for so many members");
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z2, z3, z4, z5] =
            value;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z2, z3,
                        z4, z5);
    }
}

class Writer {
public:
    /// `sent`: pictures that the reader has received, written as hashes; nullptr: none.
    explicit Writer(const SentPictures* sent = nullptr) : m_sent(sent) {}

    template <class T>
    void put(const T& value) {
        if constexpr (Codec<T>::isOwn) {
            Codec<T>::put(*this, value);
        } else if constexpr (std::is_enum_v<T>) {
            put(static_cast<uint8_t>(value));
        } else if constexpr (std::is_arithmetic_v<T>) {
            raw(&value, sizeof value);
        } else {
            std::apply([this](const auto&... member) { (put(member), ...); }, membersOf(value));
        }
    }
    void put(const std::string& text) {
        put(uint64_t{text.size()});
        raw(text.data(), text.size());
    }
    void put(const std::filesystem::path& path) { put(path.native()); }
    template <class T>
    void put(const std::vector<T>& values) {
        put(uint64_t{values.size()});
        if constexpr (std::is_arithmetic_v<T>)
            raw(values.data(), values.size() * sizeof(T));
        else
            for (const T& value : values) put(value);
    }
    template <class T>
    void put(const std::optional<T>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <class A, class B>
    void put(const std::pair<A, B>& both) {
        put(both.first);
        put(both.second);
    }
    template <size_t N>
    void put(const std::array<std::byte, N>& bytes) {
        raw(bytes.data(), N);
    }
    void raw(const void* from, size_t bytes) {
        if (bytes > 0) m_bytes.append(static_cast<const char*>(from), bytes);
    }
    const std::string& bytes() const noexcept { return m_bytes; }
    const SentPictures* sentPictures() const noexcept { return m_sent; }

private:
    std::string m_bytes;
    const SentPictures* m_sent;
};

/// Reads bytes that outlive it. Throws errors::workerNonsense if they do not have the requested form.
class Reader {
public:
    /// `pictures`: keeps the pictures that are read, and finds those that come as hashes; nullptr: none.
    explicit Reader(std::string_view bytes, ReceivedPictures* pictures = nullptr)
        : m_left(bytes), m_pictures(pictures) {}

    template <class T>
    T take() {
        T value{};
        get(value);
        return value;
    }
    template <class T>
    void get(T& value) {
        if constexpr (Codec<T>::isOwn) {
            const Level level(*this);
            Codec<T>::get(*this, value);
        } else if constexpr (std::is_same_v<T, bool>) {
            value = take<uint8_t>() != 0;
        } else if constexpr (std::is_enum_v<T>) {
            const auto number = take<uint8_t>();
            if (number > static_cast<uint8_t>(lastValue<T>)) refuse();
            value = static_cast<T>(number);
        } else if constexpr (std::is_arithmetic_v<T>) {
            raw(&value, sizeof value);
        } else {
            const Level level(*this);
            std::apply([this](auto&... member) { (get(member), ...); }, membersOf(value));
        }
    }
    void get(std::string& text) {
        const size_t size = count(1);
        text.assign(m_left.substr(0, size));
        m_left.remove_prefix(size);
    }
    void get(std::filesystem::path& path) { path = take<std::string>(); }
    template <class T>
    void get(std::vector<T>& values) {
        values.clear();
        if constexpr (std::is_arithmetic_v<T>) {
            values.resize(count(sizeof(T)));
            raw(values.data(), values.size() * sizeof(T));
        } else {
            // Not sized at once: a short message must not ask for much memory.
            for (size_t left = count(1); left > 0; --left) get(values.emplace_back());
        }
    }
    template <class T>
    void get(std::optional<T>& value) {
        value.reset();
        if (take<bool>()) get(value.emplace());
    }
    template <class A, class B>
    void get(std::pair<A, B>& both) {
        get(both.first);
        get(both.second);
    }
    template <size_t N>
    void get(std::array<std::byte, N>& bytes) {
        raw(bytes.data(), N);
    }
    void raw(void* to, size_t bytes) {
        if (bytes > m_left.size()) refuse();
        if (bytes > 0) std::memcpy(to, m_left.data(), bytes);
        m_left.remove_prefix(bytes);
    }
    /// Nothing is left.
    void end() const {
        if (!m_left.empty()) refuse();
    }
    /// Takes a number of values, and checks that values of at least `bytesEach` bytes can follow.
    size_t count(size_t bytesEach) {
        const auto values = take<uint64_t>();
        if (values > m_left.size() / bytesEach) refuse();
        return static_cast<size_t>(values);
    }
    ReceivedPictures* pictures() const noexcept { return m_pictures; }
    [[noreturn]] static void refuse() { throw Error(errors::workerNonsense); }

private:
    static constexpr int mostLevels = 32;
    class Level {
    public:
        explicit Level(Reader& reader) : m_reader(reader) {
            if (++m_reader.m_levels > mostLevels) refuse();
        }
        ~Level() { --m_reader.m_levels; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Reader& m_reader;
    };
    std::string_view m_left;
    ReceivedPictures* m_pictures;
    int m_levels = 0;
};

/// All of them as one message.
template <class... T>
std::string packed(const T&... values) {
    Writer out;
    (out.put(values), ...);
    return out.bytes();
}

}  // namespace hearth::wire
