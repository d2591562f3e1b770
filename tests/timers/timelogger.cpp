/* timelogger.cpp [WRONG] - CMacIonize's example, and what it outputs later; with a word an end that does not fit. */
#include <TimeLogger.hpp>

#include <cmath>

static double loop(double step)
{
    double value = 0;
    for (int i = 0; i < 100000; i++)
        value += std::sin(step * i);
    return value;
}

int main(int argc, char **)
{
    TimeLogger time_logger;
    double value = 0;
    time_logger.start("first loop");
    time_logger.start("first sub loop");
    value += loop(0.5);
    if (argc > 1)
        time_logger.end("first loop");
    time_logger.end("first sub loop");
    time_logger.start("second sub loop");
    value += loop(0.1);
    time_logger.end("second sub loop");
    time_logger.end("first loop");
    time_logger.start("second loop");
    value += loop(0.1);
    time_logger.end("second loop");
    time_logger.output("test_timelogger.txt");
    time_logger.start("third_loop");
    time_logger.end("third_loop");
    time_logger.output("test_timelogger.txt", true);
    return std::isnan(value);
}
