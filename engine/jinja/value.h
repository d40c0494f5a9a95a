#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jinja/metered.h"
#include "jinja/provenance_text.h"

namespace hearth::jinja {

class Runtime;
class Value;
struct Arguments;
class StringObject;
class SequenceObject;
class DictObject;
class Object;
class UndefinedObject;

enum class Kind : uint8_t { Undefined, None, Bool, Int, Float, String, Sequence, Dict, Namespace, Callable };

/// One value of the template language, with Python's semantics. Containers are shared by reference, as in
/// Python.
class Value {
public:
    Value() = default;  ///< None
    Value(bool flag) : m_kind(Kind::Bool), m_bool(flag) {}
    Value(int64_t number) : m_kind(Kind::Int), m_int(number) {}
    Value(int number) : m_kind(Kind::Int), m_int(number) {}
    Value(double number) : m_kind(Kind::Float), m_float(number) {}
    Value(const void*) = delete;  // a pointer must not turn into a bool
    Value(std::shared_ptr<StringObject> string);
    Value(std::shared_ptr<SequenceObject> sequence);
    Value(std::shared_ptr<DictObject> dict);
    Value(Kind kind, std::shared_ptr<Object> object);
    static Value undefined() { return {Kind::Undefined, nullptr}; }
    /// An undefined value whose use fails with `message`.
    static Value undefined(std::string message, bool unsafe = false);
    bool isUnsafe() const noexcept;

    Kind kind() const noexcept { return m_kind; }
    bool isUndefined() const noexcept { return m_kind == Kind::Undefined; }
    bool isNone() const noexcept { return m_kind == Kind::None; }
    bool isString() const noexcept { return m_kind == Kind::String; }
    bool isSequence() const noexcept { return m_kind == Kind::Sequence; }
    bool isDict() const noexcept { return m_kind == Kind::Dict; }
    /// True for bool and int, as Python's int.
    bool isInteger() const noexcept { return m_kind == Kind::Int || m_kind == Kind::Bool; }
    bool isNumber() const noexcept { return isInteger() || m_kind == Kind::Float; }

    bool asBool() const noexcept { return m_bool; }
    /// Of an Int or a Bool.
    int64_t asInt() const noexcept { return m_kind == Kind::Bool ? static_cast<int64_t>(m_bool) : m_int; }
    /// Of any number.
    double asFloat() const noexcept { return m_kind == Kind::Float ? m_float : static_cast<double>(asInt()); }
    const Text& text() const noexcept;
    const std::string& bytes() const noexcept { return text().bytes(); }
    /// True for strings made by `safe` or `escape` (Python's Markup).
    bool isMarkup() const noexcept;
    SequenceObject& sequence() const noexcept;
    DictObject& dict() const noexcept;
    Object* object() const noexcept { return m_object.get(); }
    const std::shared_ptr<Object>& shared() const noexcept { return m_object; }
    /// The sentence that using this undefined value fails with.
    std::string undefinedMessage() const;

private:
    Kind m_kind = Kind::None;
    union {
        bool m_bool;
        int64_t m_int = 0;
        double m_float;
    };
    std::shared_ptr<Object> m_object;
};

using Values = MeteredVector<Value>;

/// Base of all heap values. Their memory counts against the rendering that they are made in.
class Object : public std::enable_shared_from_this<Object> {
public:
    /// `bytes` of the object itself, without the memory that MeteredAllocator counts.
    explicit Object(size_t bytes) : m_share(RenderBudget::current()) { m_share.take(bytes + kOverhead); }
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
    /// Drops references to other values; breaks cycles at the end of a rendering.
    virtual void clear() {}

protected:
    /// Destroys values without recursion, however deep they nest.
    static void dismantle(Values&& values) noexcept;
    /// Counts memory that the object uses from now on.
    void grow(size_t bytes) { m_share.take(bytes); }

private:
    static constexpr size_t kOverhead = 48;  // of the allocator, and of the counts of std::shared_ptr

    MemoryShare m_share;
};

class UndefinedObject final : public Object {
public:
    UndefinedObject(std::string message, bool unsafe)
        : Object(sizeof(UndefinedObject) + message.size()), m_message(std::move(message)), m_unsafe(unsafe) {}
    const std::string& message() const noexcept { return m_message; }
    /// Stands for something that templates must not reach; even printing it is an error.
    bool unsafe() const noexcept { return m_unsafe; }

private:
    std::string m_message;
    bool m_unsafe;
};

class StringObject final : public Object {
public:
    StringObject(Text text, bool markup);
    const Text& text() const noexcept { return m_text; }
    bool markup() const noexcept { return m_markup; }
    /// Strings are immutable in Python: only for the one that holds this one alone.
    void append(const Text& tail);

private:
    Text m_text;
    bool m_markup;
};

/// Lists and everything that is iterated like one.
class SequenceObject final : public Object {
public:
    enum class Form : uint8_t { List, Tuple, Range, Generator, DictKeys, DictValues, DictItems };

    SequenceObject(Form form, Values items)
        : Object(sizeof(SequenceObject)), m_form(form), m_items(std::move(items)) {}
    ~SequenceObject() override { dismantle(std::move(m_items)); }
    void clear() override { dismantle(std::move(m_items)); }

    Form form() const noexcept { return m_form; }
    const Values& items() const noexcept { return m_items; }
    /// Items for one iteration: a generator can be run once.
    Values drain();
    /// list.append and its kin.
    void insert(size_t index, Value value);
    Value take(size_t index);
    /// Has len() and can be indexed.
    bool indexable() const noexcept { return m_form <= Form::Range; }
    bool sized() const noexcept { return m_form != Form::Generator; }
    /// A pair of groupby, whose parts are also called `grouper` and `list`.
    bool isGroup() const noexcept { return m_group; }
    void markGroup() noexcept { m_group = true; }

private:
    Form m_form;
    bool m_group = false;
    Values m_items;
};

/// Keeps insertion order. Keys compare as in Python (1, 1.0 and True are one key).
class DictObject final : public Object {
public:
    using Entry = std::pair<Value, Value>;

    DictObject() : Object(sizeof(DictObject)) {}
    ~DictObject() override { clear(); }
    void clear() override;

    using Entries = MeteredVector<Entry>;
    const Entries& entries() const noexcept { return m_entries; }
    size_t size() const noexcept { return m_entries.size(); }
    const Value* find(const Value& key) const;
    const Value* find(std::string_view key) const;
    void set(const Value& key, Value value);
    bool erase(const Value& key);

private:
    size_t indexOf(const Value& key) const;

    void indexFrom(size_t first);

    Entries m_entries;
    /// Hash to entry; only kept for large dicts.
    std::unordered_multimap<size_t, size_t, std::hash<size_t>, std::equal_to<>,
                            MeteredAllocator<std::pair<const size_t, size_t>>>
        m_index;
};

class NamespaceObject final : public Object {
public:
    NamespaceObject() : Object(sizeof(NamespaceObject)) {}
    void clear() override { m_dict.clear(); }
    DictObject& dict() noexcept { return m_dict; }

private:
    DictObject m_dict;
};

/// Arguments of a call.
struct Arguments {
    Values positional;
    MeteredVector<std::pair<MeteredString, Value>> named;
};

/// Macros, functions, bound methods, loop objects, joiners and cyclers.
class CallableObject : public Object {
public:
    /// `bytes` of the whole object.
    explicit CallableObject(size_t bytes) : Object(bytes) {}
    virtual Value call(Runtime& runtime, Arguments& arguments) = 0;
    /// nullopt when there is no such attribute.
    virtual std::optional<Value> attribute(Runtime& runtime, std::string_view name);
    /// Python's name of the type, for messages.
    virtual std::string_view typeName() const { return "function"; }
};

/// Python's name of a value's type ("str", "dict", ...).
std::string_view typeName(const Value& value);

}  // namespace hearth::jinja
