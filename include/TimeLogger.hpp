/*
 * TimeLogger.hpp - a log of what a program does, step by step: the interface of CMacIonize's TimeLogger (B. Vandenbroucke), whose
 * plot_timeline.py draws its files.
 *
 *     TimeLogger time_logger;
 *     time_logger.start("first loop"); ... time_logger.end("first loop");
 *     time_logger.output("log.txt");          the entries so far, in a new file
 *     time_logger.output("log.txt", true);    those since, behind them
 *
 * Header only. An entry is a label in instr's call tree, too, where there is a runtime. A tick is the processor's on x86, as
 * there, elsewhere a nanosecond; how long one is comes of both clocks between the logger's beginning and the output. A logger belongs to one thread. As in CMacIonize an end that does not fit, and an output while an entry is
 * open, end the program.
 */
#ifndef INSTR_TIMELOGGER_HPP
#define INSTR_TIMELOGGER_HPP

#include "instr.h"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

class TimeLogger
{
  public:
    TimeLogger() : log_(1, Entry{0, "root", now(), 0, 0, 0}), began_(clock::now())
    {
    }

    void start(const std::string label)
    {
        instr_start(label.c_str());
        log_.push_back(Entry{++last_, label, now(), 0, active_, log_[active_].depth + 1});
        active_ = log_.size() - 1;
    }

    /* Of the entry that was started last of those that are open. */
    void end(const std::string label)
    {
        Entry &entry = log_[active_];
        if (active_ == 0 || label != entry.label)
            fail("Trying to end time log entry that was not opened or that was opened before the last entry was opened "
                 "(label: \"" +
                 label + "\")!");
        entry.end = now();
        active_ = entry.parent;
        instr_stop(label.c_str());
    }

    /* Writes all entries, and forgets them. */
    void output(const std::string filename, const bool append = false)
    {
        if (active_ != 0)
            fail("Time log entries not properly closed!");
        const double real = std::chrono::duration<double>(clock::now() - began_).count();
        const double unit = real / static_cast<double>(now() - log_[0].start);
        std::ofstream file(filename.c_str(), append ? std::ios_base::app : std::ios_base::trunc);
        if (!append)
            file << "# entry id\tparent id\tdepth\tstart time (ticks)\tend time (ticks)\tstart time (s)\tend time "
                    "(s)\tlabel\n";
        for (std::size_t i = 1; i < log_.size(); i++) {
            const Entry &entry = log_[i];
            file << entry.id << '\t' << log_[entry.parent].id << '\t' << entry.depth << '\t' << entry.start << '\t'
                 << entry.end << '\t' << static_cast<double>(entry.start - log_[0].start) * unit << '\t'
                 << static_cast<double>(entry.end - log_[0].start) * unit << '\t' << entry.label << '\n';
        }
        file.close();
        if (file.fail())
            std::cerr << "TimeLogger: " << filename << " can't be written" << std::endl;
        log_.resize(1);
    }

  private:
    struct Entry {
        std::uint_fast32_t id;
        std::string label;
        std::uint_fast64_t start, end;
        std::size_t parent; /* its place in the log */
        std::uint_fast32_t depth;
    };

    typedef std::chrono::steady_clock clock;

    static std::uint_fast64_t now()
    {
#if defined(__x86_64__) || defined(__i386__)
        return __builtin_ia32_rdtsc();
#else
        const clock::duration since = clock::now().time_since_epoch();
        return static_cast<std::uint_fast64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
#endif
    }

    [[noreturn]] static void fail(const std::string &what)
    {
        std::cerr << "TimeLogger: " << what << std::endl;
        std::abort();
    }

    std::vector<Entry> log_; /* the root is first */
    clock::time_point began_;
    std::size_t active_ = 0;
    std::uint_fast32_t last_ = 0;
};

#endif
