/*
 * Pacer.h - Pacer, the timers of E3SM's C++ components, as a namespace. Header only: pacer.h says on what they stand.
 */
#ifndef PACER_H
#define PACER_H

#include "pacer.h"

#include <string>

namespace Pacer
{
using PacerModeType = pacer_mode;
constexpr PacerModeType PACER_STANDALONE = ::PACER_STANDALONE, PACER_INTEGRATED = ::PACER_INTEGRATED;

/* If Kokkos is used, waits for its work before each start and stop, if that was requested. */
inline void fence()
{
#ifdef KOKKOS_CORE_HPP
    if (__pacer.fence && Kokkos::is_initialized())
        Kokkos::fence();
#endif
}

inline bool initialize(MPI_Comm comm, PacerModeType mode = PACER_STANDALONE)
{
    return pacer_initialize(comm, mode) == 0;
}

inline bool isInitialized()
{
    return pacer_is_initialized() != 0;
}

inline bool start(const std::string &name, int level = 0)
{
    fence();
    return pacer_start(name.c_str(), level) == 0;
}

inline bool stop(const std::string &name, int level = 0)
{
    fence();
    return pacer_stop(name.c_str(), level) == 0;
}

/* Starts a timer in the ranks of the communicator that addContext named. */
inline bool start(const std::string &name, int level, const std::string &context)
{
    fence();
    return pacer_start_in(name.c_str(), level, context.c_str()) == 0;
}

inline bool stop(const std::string &name, int level, const std::string &)
{
    return stop(name, level);
}

inline bool addContext(const std::string &name, MPI_Comm comm)
{
    return pacer_add_context(name.c_str(), comm) == 0;
}

/* Must be called before the communicator is freed. */
inline bool removeContext(const std::string &name)
{
    return pacer_remove_context(name.c_str()) == 0;
}

inline bool setPrefix(const std::string &prefix)
{
    return pacer_set_prefix(prefix.c_str()) == 0;
}

inline bool unsetPrefix()
{
    return pacer_unset_prefix() == 0;
}

inline bool addParentPrefix()
{
    return pacer_add_parent_prefix() == 0;
}

inline bool removeParentPrefix()
{
    return pacer_remove_parent_prefix() == 0;
}

inline bool timingBarrier(const std::string &name, int level, MPI_Comm comm)
{
    return pacer_timing_barrier(name.c_str(), level, comm) == 0;
}

inline void setTimingLevel(int level)
{
    pacer_set_timing_level(level);
}

inline void enableTiming()
{
    pacer_enable_timing(1);
}

inline void disableTiming()
{
    pacer_enable_timing(0);
}

inline void enableAutoFence()
{
    __pacer.fence = 1;
}

inline void disableAutoFence()
{
    __pacer.fence = 0;
}

inline void enableTimingBarriers()
{
    pacer_enable_timing_barriers(1);
}

inline void disableTimingBarriers()
{
    pacer_enable_timing_barriers(0);
}

inline bool print(const std::string &prefix, bool allRanks = false)
{
    return pacer_print(prefix.c_str(), allRanks) == 0;
}

/* Prints to the file that was set, or to the log. */
inline bool print()
{
    return pacer_print(__pacer.file, __pacer.all_ranks) == 0;
}

/* Reads the block `Timing:` or `Timers:` of a YAML file; the environment overrides it. "": only the environment. */
inline bool configure(const std::string &file)
{
    return pacer_configure(file.c_str()) == 0;
}

inline bool setTimerFile(const std::string &name)
{
    return pacer_set_timer_file(name.c_str()) == 0;
}

inline bool finalize()
{
    return pacer_finalize() == 0;
}
} // namespace Pacer

#endif
