#include "jinja/globals.h"

#include <algorithm>
#include <clocale>
#include <ctime>

#include "hearth/readable_text.h"
#include "jinja/arguments.h"
#include "jinja/comparison.h"
#include "jinja/methods.h"

namespace hearth::jinja {
namespace {

constexpr size_t kMaxReason = 300;      // characters
constexpr int64_t kMaxRange = 100'000;  // jinja2's sandbox has the same

class FunctionObject final : public CallableObject {
public:
    using Function = Value (*)(Runtime& runtime, Arguments& arguments);
    explicit FunctionObject(Function function)
        : CallableObject(sizeof(FunctionObject)), m_function(function) {}
    Value call(Runtime& runtime, Arguments& arguments) override { return m_function(runtime, arguments); }

private:
    Function m_function;
};

/// joiner(sep): nothing on the first call, the separator on later ones.
class Joiner final : public CallableObject {
public:
    explicit Joiner(Value separator) : CallableObject(sizeof(Joiner)), m_separator(std::move(separator)) {}
    Value call(Runtime& runtime, Arguments& /*arguments*/) override {
        if (m_used) return m_separator;
        m_used = true;
        return runtime.string({});
    }
    std::string_view typeName() const override { return "Joiner"; }

private:
    Value m_separator;
    bool m_used = false;
};

/// cycler(a, b, ...): next(), reset(), current.
class Cycler final : public CallableObject {
public:
    explicit Cycler(Values items) : CallableObject(sizeof(Cycler)), m_items(std::move(items)) {}
    ~Cycler() override { dismantle(std::move(m_items)); }
    Value call(Runtime& /*runtime*/, Arguments& /*arguments*/) override {
        throwTypeError("'Cycler' object is not callable");
    }
    std::optional<Value> attribute(Runtime& /*runtime*/, std::string_view name) override {
        if (name == "current") return m_items[m_position];
        if (name == "next") return bindMethod(Value(Kind::Callable, shared_from_this()), next);
        if (name == "reset") return bindMethod(Value(Kind::Callable, shared_from_this()), reset);
        return std::nullopt;
    }
    std::string_view typeName() const override { return "Cycler"; }

private:
    static Value next(Runtime& /*runtime*/, const Value& self, Arguments& /*arguments*/) {
        auto& cycler = *static_cast<Cycler*>(self.object());
        const size_t position = cycler.m_position;
        cycler.m_position = (position + 1) % cycler.m_items.size();
        return cycler.m_items[position];
    }
    static Value reset(Runtime& /*runtime*/, const Value& self, Arguments& /*arguments*/) {
        static_cast<Cycler*>(self.object())->m_position = 0;
        return {};
    }

    Values m_items;
    size_t m_position = 0;
};

Value makeRange(Runtime& runtime, Arguments& arguments) {
    const ArgumentReader reader("range", arguments, {"start", "stop", "step"});
    for (size_t i = 0; i < 3; ++i) {
        if (reader.has(i) && !reader.get(i).isInteger()) throwTypeError("range() needs integers");
    }
    reader.require(0);
    const int64_t start = reader.has(1) ? reader.integer(0, 0) : 0;
    const int64_t stop = reader.has(1) ? reader.integer(1, 0) : reader.integer(0, 0);
    const int64_t step = reader.integer(2, 1);
    if (step == 0) throwTypeError("range() step must not be zero");
    // Unsigned, so that extreme bounds do not overflow.
    const bool empty = step > 0 ? start >= stop : start <= stop;
    const uint64_t distance = step > 0 ? static_cast<uint64_t>(stop) - static_cast<uint64_t>(start)
                                       : static_cast<uint64_t>(start) - static_cast<uint64_t>(stop);
    const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
    const uint64_t count = empty ? 0 : (distance - 1) / stride + 1;
    if (count > static_cast<uint64_t>(kMaxRange)) {
        throwTypeError("range() is longer than the " + std::to_string(kMaxRange) + " that are allowed");
    }
    runtime.charge(8 * count);
    Values items;
    items.reserve(count);
    for (uint64_t i = 0; i < count; ++i) {
        items.emplace_back(
            static_cast<int64_t>(static_cast<uint64_t>(start) + i * static_cast<uint64_t>(step)));
    }
    return runtime.sequence(SequenceObject::Form::Range, std::move(items));
}

void fillDict(Runtime& runtime, DictObject& dict, Arguments& arguments) {
    if (arguments.positional.size() > 1) throwTypeError("dict() takes at most one positional argument");
    for (const Value& source : arguments.positional) {
        if (source.isDict()) {
            for (const auto& [key, value] : source.dict().entries()) dict.set(key, value);
            continue;
        }
        for (const Value& pair : iterate(runtime, source)) {
            const Values parts = iterate(runtime, pair);
            if (parts.size() != 2) throwTypeError("dict() needs pairs");
            keyHash(parts[0]);
            dict.set(parts[0], parts[1]);
        }
    }
    for (auto& [name, value] : arguments.named)
        dict.set(runtime.trusted(std::string(name)), std::move(value));
}

Value makeDict(Runtime& runtime, Arguments& arguments) {
    auto dict = runtime.dict();
    fillDict(runtime, *dict, arguments);
    return {std::move(dict)};
}

Value makeNamespace(Runtime& runtime, Arguments& arguments) {
    auto space = std::make_shared<NamespaceObject>();
    fillDict(runtime, space->dict(), arguments);
    runtime.track(space);
    return {Kind::Namespace, std::move(space)};
}

Value makeJoiner(Runtime& runtime, Arguments& arguments) {
    const ArgumentReader reader("joiner", arguments, {"sep"});
    return {Kind::Callable, std::make_shared<Joiner>(reader.has(0) ? reader.get(0) : runtime.trusted(", "))};
}

Value makeCycler(Runtime& runtime, Arguments& arguments) {
    if (arguments.positional.empty()) throwTypeError("at least one item has to be provided to cycler()");
    auto cycler = std::make_shared<Cycler>(std::move(arguments.positional));
    runtime.track(cycler);
    return {Kind::Callable, std::move(cycler)};
}

Value raiseException(Runtime& runtime, Arguments& arguments) {
    const ArgumentReader reader("raise_exception", arguments, {"message"});
    throw Error(ErrorCode::BadInput, readableText(toText(runtime, reader.require(0)).bytes(), kMaxReason));
}

// Python's strftime is C's in the C locale, and %f.
Value strftimeNow(Runtime& runtime, Arguments& arguments) {
    const ArgumentReader reader("strftime_now", arguments, {"format"});
    reader.require(0);
    std::string format;
    const std::string& given = reader.string(0).bytes();
    if (given.size() > 4096) throwTypeError("the format of strftime_now() is too long");
    for (size_t i = 0; i < given.size(); ++i) {
        if (given[i] != '%' || i + 1 == given.size()) {
            format.push_back(given[i]);
        } else if (given[++i] == 'f') {
            format += "000000";
        } else if (given[i] != 'z' && given[i] != 'Z') {  // no zone is known, so these are empty
            format += {'%', given[i]};
        }
    }
    runtime.charge(Runtime::kObjectUnits * format.size());
    static const locale_t kPlain = newlocale(LC_ALL_MASK, "C", nullptr);
    format.push_back(' ');  // so that an empty result differs from one that does not fit
    std::string buffer(4 * format.size() + 4096, '\0');
    const size_t size = strftime_l(buffer.data(), buffer.size(), format.c_str(), &runtime.now(), kPlain);
    if (size == 0) throwTypeError("the format of strftime_now() makes too long a text");
    buffer.resize(size - 1);
    return runtime.trusted(std::move(buffer));
}

}  // namespace

Value globalFunction(std::string_view name) {
    struct Entry {
        std::string_view name;
        FunctionObject::Function function;
    };
    static constexpr Entry kFunctions[] = {
        {"range", makeRange},          {"dict", makeDict},     {"namespace", makeNamespace},
        {"cycler", makeCycler},        {"joiner", makeJoiner}, {"raise_exception", raiseException},
        {"strftime_now", strftimeNow},
    };
    for (const Entry& entry : kFunctions) {
        if (entry.name == name) return {Kind::Callable, std::make_shared<FunctionObject>(entry.function)};
    }
    return Value::undefined();
}

}  // namespace hearth::jinja
