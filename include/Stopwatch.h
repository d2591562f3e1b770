/*
 * Stopwatch.h - named stopwatches and the call tree that they make, in C++: the interface of O. Kravchuk's thesis (Automatic
 * Performance Measurements and Data Evaluation for Highly Parallel Codes, Erlangen 2015), on instr's runtime.
 *
 *     Stopwatch setup("setupWatch");
 *     setup.Start(); ... setup.Stop();
 *     Stopwatch::PrintAllTimersToFileGlobal("timers.csv");
 *     CallTracker::PrintCallStackToFileGlobal("callstack.csv");
 *
 * Header only. A stopwatch is a label in instr's call tree; its own time is that of the outermost of nested starts, by the tree's
 * clock (INSTR_CLOCK). Where the tree times nothing, as without a runtime, it is TIMER_NOW's. A stopwatch belongs to one thread.
 */
#ifndef INSTR_STOPWATCH_H
#define INSTR_STOPWATCH_H

#include "instr.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

/* The macros that time a stopwatch, as in the thesis (its listings 2.17 to 2.24). A program may define all of them before the include. The
 * defaults use the call tree's clock, or without one a clock of their own. */
#ifndef TIMER_NOW
#define INSTR_STOPWATCH_CLOCK
#define TIMER_ZERO std::chrono::nanoseconds::zero()
#define TIMER_NOW std::chrono::steady_clock::now()
#define TIMER_TIME_STORE_TYPE std::chrono::nanoseconds
#define TIMER_TIME_TIMEPOINT_TYPE std::chrono::steady_clock::time_point
#define TIMER_GET_TIME_STORE(dif) std::chrono::duration_cast<std::chrono::nanoseconds>(dif)
#define TIMER_GET_TIME_MILI(dif) (static_cast<double>(std::chrono::nanoseconds(dif).count()) * 1e-6)
#endif

namespace instr_stopwatch
{
/* All ranks of `comm`, or of the job, have to call. Returns false if the file can't be written, or the ranks can't communicate. */
template <class Comm = char>
bool writeGlobal(const std::string &name, const std::string &own, const Comm *comm = nullptr)
{
    std::vector<std::string> all; /* what each rank has to say, on the first; elsewhere nothing */
    auto receive = [](int, int, const void *bytes, unsigned long size, void *texts) {
        static_cast<std::vector<std::string> *>(texts)->push_back(std::string(static_cast<const char *>(bytes), size));
        return 0;
    };
    int result = instr_gather_at(comm, sizeof *comm, 0, own.data(), own.size(), receive, &all);
    if (result != INSTR_OK)
        std::cerr << "Stopwatch: " << name << ": " << instr_error(result) << std::endl;
    if (all.empty() || result != INSTR_OK)
        return result == INSTR_OK;
    /* Of a call stack that comes back to level 0 nobody could see where the next rank's begins. */
    const char *between = "";
    for (const std::string &text : all)
        between = text.find("\n0;") != std::string::npos ? "\n" : between;
    std::ofstream file(name.c_str());
    for (const std::string &text : all)
        file << (&text == &all.front() ? "" : between) << text;
    file.close();
    return !file.fail();
}

/* Removes the separator from a name. */
inline std::string plain(std::string name)
{
    std::replace(name.begin(), name.end(), ';', ':');
    std::replace(name.begin(), name.end(), '\n', ' ');
    return name;
}
} // namespace instr_stopwatch

class Stopwatch
{
  public:
    Stopwatch() : Stopwatch(std::string())
    {
    }
    explicit Stopwatch(const std::string &name) : name_(name)
    {
        (void)all(); /* so that it is there as long as this one */
    }
    ~Stopwatch()
    {
        all().erase(std::remove(all().begin(), all().end(), this), all().end());
    }
    Stopwatch(const Stopwatch &) = delete;
    Stopwatch &operator=(const Stopwatch &) = delete;

    void Start()
    {
        enlist();
        if (!label_)
            label_ = instr_label_make(name_.c_str(), 1, instr_group("Stopwatch"), nullptr, 0);
        instr_start_label(label_);
        if (entries_++ == 0) {
            total_entries_++;
            start_ = TIMER_NOW;
        }
    }

    /* A stop without a start says so, and the stopwatch is called Invalid from then on. */
    void Stop()
    {
        const TIMER_TIME_TIMEPOINT_TYPE stopped = TIMER_NOW; /* the thesis has a function now */
        if (entries_ == 0) {
            std::cerr << "Stopwatch: stop of \"" << name_ << "\", which does not run" << std::endl;
            name_ = "Invalid";
            enlist();
            return;
        }
        double seconds = 0; /* none where the tree does not time it */
        instr_stop_label_at(label_, &seconds, __FILE__, __LINE__);
        if (--entries_ == 0) {
            const TIMER_TIME_STORE_TYPE took =
                TIMER_GET_TIME_STORE((stopped - start_)); /* a macro may have no parentheses */
            last_ = TIMER_GET_TIME_MILI(took);
#ifdef INSTR_STOPWATCH_CLOCK
            last_ = seconds > 0 ? seconds * 1000 : last_;
#endif
            total_ += last_;
        }
    }

    void Reset()
    {
        entries_ = total_entries_ = 0;
        total_ = last_ = 0;
    }

    double getTotalTimeInMilliSec() const
    {
        return total_;
    }
    double getMeanTimeInMilliSec() const
    {
        return total_entries_ ? total_ / static_cast<double>(total_entries_) : 0;
    }
    double getLastTimeInMilliSec() const
    {
        return last_;
    }
    const std::string &GetName() const
    {
        return name_;
    }

    /* NAME;TOTAL;MEAN; of each stopwatch that ran, in ms: one line, in the order of first starts. */
    static std::string TimersLine()
    {
        std::ostringstream line;
        for (const Stopwatch *watch : all())
            if (watch->total_entries_ || watch->name_ == "Invalid")
                line << instr_stopwatch::plain(watch->name_) << ';' << watch->total_ << ';'
                     << watch->getMeanTimeInMilliSec() << ';';
        line << '\n';
        return line.str();
    }
    static bool PrintAllTimersToFile(const std::string &name)
    {
        std::ofstream file(name.c_str());
        file << TimersLine();
        file.close();
        return !file.fail();
    }
    /* One line for each rank, of all or of a communicator. */
    template <class... Comm> static bool PrintAllTimersToFileGlobal(const std::string &name, const Comm &...comm)
    {
        return instr_stopwatch::writeGlobal(name, TimersLine(), &comm...);
    }

  private:
    void enlist()
    {
        if (!known_)
            all().push_back(this);
        known_ = true;
    }
    /* In order of their first starts. */
    static std::vector<Stopwatch *> &all()
    {
        static std::vector<Stopwatch *> stopwatches;
        return stopwatches;
    }

    std::string name_;
    bool known_ = false; /* it was started or stopped before */
    instr_label *label_ = nullptr;
    unsigned long entries_ = 0, total_entries_ = 0;
    TIMER_TIME_TIMEPOINT_TYPE start_ = {};
    double total_ = 0, last_ = 0; /* ms */
};

/* The call tree of all labels, from the runtime. Without a runtime there is none. */
class CallTracker
{
  public:
    /* INDENT;NAME;TIME; of each call path, in ms and inclusive: callers before what they call, in the order of first calls. A line
     * ends where the level changes, so that a path's caller is the last entry before it that is one level up. */
    static std::string CallStackLines()
    {
        const std::string text = walk().text;
        return text.empty() ? text : text + '\n';
    }
    /* NAME;TIME; ms of each, on a line. */
    static void PrintCallStack()
    {
        std::cout << "Call stack:\n" << walk().console;
    }
    static void ClearCallStack()
    {
        (void)instr_clear(instr_group("Stopwatch"));
    }
    template <class... Comm> static bool PrintCallStackToFileGlobal(const std::string &name, const Comm &...comm)
    {
        return instr_stopwatch::writeGlobal(name, CallStackLines(), &comm...);
    }

  private:
    struct Walk {
        std::string text, console;
        std::vector<int> above; /* depths of the labels around a path */
        std::size_t level = 0;  /* of the line that is being written */
    };

    static Walk walk()
    {
        Walk walk;
        (void)instr_visit(INSTR_PROCESS, visit, &walk);
        return walk;
    }

    /* Functions in between have no level. */
    static int visit(const struct instr_path *path, void *context)
    {
        Walk *walk = static_cast<Walk *>(context);
        while (!walk->above.empty() && walk->above.back() >= path->depth)
            walk->above.pop_back();
        if (std::string(path->kind) != "label" || path->calls == 0)
            return 0;
        const std::string name = instr_stopwatch::plain(path->name) + ';';
        std::ostringstream entry;
        if (walk->above.size() != walk->level)
            entry << '\n';
        walk->level = walk->above.size();
        entry << walk->level << ';' << name << path->total * 1000 << ';';
        walk->text += entry.str();
        walk->console += name + std::to_string(path->total * 1000) + "; ms\n";
        walk->above.push_back(path->depth);
        return 0;
    }
};

#endif
