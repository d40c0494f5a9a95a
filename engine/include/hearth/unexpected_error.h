#pragma once

#include <exception>
#include <new>
#include <system_error>

#include "hearth/error.h"

namespace hearth {

namespace errors {

/// An error for which only the text of the system or of a library is known.
inline constexpr ErrorKind unexpected{
    ErrorCode::Unsupported,
    {"engine.unexpected", "Something failed for a reason that Hearth does not know (%1); try again."}};

}  // namespace errors

/// The exception that is being handled, whatever its type, as an Error: for places that let none through.
/// Inside a handler only. `noMemory`: the Error of a failed allocation.
inline Error currentError(const ErrorKind& noMemory) {
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return Error(noMemory);
    } catch (const std::system_error& error) {
        // A thread that cannot be started for want of memory.
        if (error.code() == std::errc::resource_unavailable_try_again ||
            error.code() == std::errc::not_enough_memory)
            return Error(noMemory);
        return Error(errors::unexpected, {error.what()});
    } catch (const std::exception& error) {
        return Error(errors::unexpected, {error.what()});
    } catch (...) {
        return Error(errors::unexpected, {"unknown"});
    }
}

}  // namespace hearth
