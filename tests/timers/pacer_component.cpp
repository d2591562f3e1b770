/* pacer_component.cpp - a component of pacer_threads.cpp in a shared object. */
#include <Timer.h>

extern "C" bool step();
bool step()
{
    return Pacer::isInitialized() && Timer::start("Component") && Timer::stop("Component");
}
