/*
 * Timer.h - the timers of Omega's design document as its class, on Pacer.h.
 *
 *     Timer::initialize();                    reads omega.yml, starts the timer Total
 *     Timer::start("Tend"); ... Timer::stop("Tend");
 *     Timer::finalize();                      stops all, prints, forgets
 *
 * Header only; with PACER_YAML defined link -linstr_yaml, without it no file is read. Pacer.h says on what the timers stand.
 */
#ifndef INSTR_OMEGA_TIMER_H
#define INSTR_OMEGA_TIMER_H

#include "Pacer.h"

#include <fstream>
#include <iostream>
#include <string>

class Timer
{
  public:
    /* The file is read where it is there. */
    static bool initialize(MPI_Comm comm = MPI_COMM_WORLD, const std::string &config = "omega.yml")
    {
        bool there = std::ifstream(config.c_str()).good();
#ifndef PACER_YAML
        int rank = 0;
        PMPI_Comm_rank(comm, &rank);
        if (there && rank == 0)
            std::cerr << "Pacer: " << config << " is not read: compile with -DPACER_YAML and link -linstr_yaml"
                      << std::endl;
        there = false;
#endif
        return Pacer::initialize(comm) && Pacer::configure(there ? config : std::string());
    }

    static bool start(const std::string &name)
    {
        return Pacer::start(name);
    }

    /* In a machine environment, which is a communicator with a name. */
    static bool start(const std::string &name, const std::string &machEnv)
    {
        return Pacer::start(name, 0, machEnv);
    }

    static bool addMachEnv(const std::string &name, MPI_Comm comm)
    {
        return Pacer::addContext(name, comm);
    }

    /* Before the communicator is freed. */
    static bool removeMachEnv(const std::string &name)
    {
        return Pacer::removeContext(name);
    }

    static bool stop(const std::string &name)
    {
        return Pacer::stop(name);
    }

    /* To the TimerFile of the configuration, or to the log. Timers that run are printed with their time so far, by GPTL without. */
    static bool print()
    {
        return Pacer::print();
    }

    static bool finalize()
    {
        return Pacer::finalize();
    }
};

#endif
