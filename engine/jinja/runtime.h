#pragma once

#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/error.h"
#include "hearth/template_limits.h"
#include "jinja/render_budget.h"
#include "jinja/value.h"

namespace hearth::jinja {

[[noreturn]] void throwTypeError(const std::string& reason);
/// A fault of the given value being undefined.
[[noreturn]] void throwUndefined(const Value& value);

/// The budgets and factories of one rendering: every value is made here, so that nothing escapes the limits.
class Runtime {
public:
    Runtime(const TemplateLimits& limits, std::tm now, std::stop_token stop = {});
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    /// Charges evaluated nodes; see RenderBudget::charge().
    void step() { m_budget.charge(kUnitsPerStep); }
    /// Charges other work in units of about a nanosecond.
    void charge(uint64_t units) { m_budget.charge(units); }
    static constexpr uint64_t kUnitsPerStep = 16;  ///< of an evaluated node
    static constexpr uint64_t kObjectUnits = 64;   ///< of a value on the heap, or a look-up by name
    /// Error(BadInput) when a string of this length is not allowed. Call it before building one.
    void checkLength(size_t bytes) const {
        if (bytes > m_limits.outputBytes) failLength();
    }

    /// One level of native recursion.
    class Depth {
    public:
        explicit Depth(Runtime& runtime) : m_runtime(runtime) {
            // Checked before counting: a constructor that throws has no destructor to count back.
            if (runtime.m_depth >= runtime.m_depthLimit) runtime.failDepth();
            ++runtime.m_depth;
        }
        ~Depth() { --m_runtime.m_depth; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;

    private:
        Runtime& m_runtime;
    };
    /// One level of macro calls.
    class MacroDepth {
    public:
        explicit MacroDepth(Runtime& runtime) : m_runtime(runtime) {
            if (runtime.m_macroDepth >= runtime.m_limits.depth) runtime.failDepth();
            ++runtime.m_macroDepth;
        }
        ~MacroDepth() { --m_runtime.m_macroDepth; }
        MacroDepth(const MacroDepth&) = delete;
        MacroDepth& operator=(const MacroDepth&) = delete;

    private:
        Runtime& m_runtime;
    };

    RenderBudget& budget() noexcept { return m_budget; }
    Value string(Text text, bool markup = false);
    /// A string that the template itself (or Hearth) wrote.
    Value trusted(std::string bytes) { return string(Text(std::move(bytes), true)); }
    Value sequence(SequenceObject::Form form, Values items);
    Value list(Values items) { return sequence(SequenceObject::Form::List, std::move(items)); }
    Value tuple(Values items) { return sequence(SequenceObject::Form::Tuple, std::move(items)); }
    Value generator(Values items) { return sequence(SequenceObject::Form::Generator, std::move(items)); }
    std::shared_ptr<DictObject> dict() {
        charge(kObjectUnits);
        return std::make_shared<DictObject>();
    }

    /// Remembers an object that may become part of a cycle; it is cleared when the rendering ends.
    void track(const std::shared_ptr<Object>& object);

    Value call(const Value& callee, Arguments& arguments);
    const std::tm& now() const noexcept { return m_now; }

private:
    [[noreturn]] void failLength() const;
    [[noreturn]] void failDepth() const;

    TemplateLimits m_limits;
    size_t m_depthLimit;
    size_t m_depth = 0;
    size_t m_macroDepth = 0;
    std::tm m_now;
    RenderBudget m_budget;
    std::vector<std::weak_ptr<Object>> m_tracked;
    size_t m_sweepAt = 1024;
};

/// Values of one pass over a value: list items, dict keys, characters. Error(BadInput) when it cannot be
/// iterated.
Values iterate(Runtime& runtime, const Value& value);
/// Python's len(); Error(BadInput) when there is none.
int64_t lengthOf(Runtime& runtime, const Value& value);
/// str(value), keeping the provenance of the strings in it.
Text toText(Runtime& runtime, const Value& value);
/// value.name, as jinja2's getattr: attributes and methods first, then items; undefined otherwise.
Value getAttribute(Runtime& runtime, const Value& value, std::string_view name);
/// value[key], as jinja2's getitem: items first, then attributes; undefined otherwise.
Value getItem(Runtime& runtime, const Value& value, const Value& key);

}  // namespace hearth::jinja
