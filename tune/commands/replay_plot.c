/* replay_plot.c - see replay_plot.h. */
#include "tune/commands/replay_plot.h"

#include "report/show/quote.h"

#include <math.h>

enum { WIDTH = 760, HEIGHT = 430, LEFT = 62, RIGHT = 20, TOP = 46, BOTTOM = 50 };

static const char *const colors[] = {"#8a8f9c", "#2563c9", "#2e9e5b", "#d6452b"};
enum { COLORS = sizeof colors / sizeof *colors };

struct frame {
    double most;     /* the largest ratio shown; the least is 1 */
    unsigned unique; /* the largest number of variants */
};

static double x_of(const struct frame *frame, double unique)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * unique / frame->unique;
}

static double y_of(const struct frame *frame, double ratio)
{
    double height = log(fmin(fmax(ratio, 1), frame->most)) / log(frame->most);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * height;
}

static void put_axes(FILE *stream, const struct frame *frame)
{
    static const double marks[] = {1, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100};
    fputs("<g font-size=\"12\" fill=\"#68718a\">\n", stream);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (marks[i] > frame->most)
            break;
        double y = y_of(frame, marks[i]);
        if (i && y_of(frame, marks[i - 1]) - y < 14)
            continue;
        fprintf(stream,
                "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dfe2e8\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                LEFT, y, WIDTH - RIGHT, y, LEFT - 8, y + 4, marks[i]);
    }
    unsigned step = frame->unique <= 60 ? 10 : frame->unique <= 200 ? 20 : frame->unique / 8;
    for (unsigned unique = 0; unique <= frame->unique; unique += step)
        fprintf(stream, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n", x_of(frame, unique),
                HEIGHT - BOTTOM + 18, unique);
    fprintf(stream, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">different variants tried</text>\n",
            (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 10);
    fprintf(
        stream,
        "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">best so far / best of all</text>\n",
        (HEIGHT - BOTTOM + TOP) / 2);
    fputs("</g>\n", stream);
}

static void put_curve(FILE *stream, const struct frame *frame, const struct replay *replay, unsigned at)
{
    const char *color = colors[at % COLORS];
    fprintf(stream, "<path fill=\"%s\" fill-opacity=\"0.12\" d=\"", color);
    for (unsigned i = 1; i <= replay->unique; i++)
        fprintf(stream, "%s%.1f %.1f", i > 1 ? "L" : "M", x_of(frame, i), y_of(frame, replay_quantile(replay, i, 0.5)));
    for (unsigned i = replay->unique; i >= 1; i--)
        fprintf(stream, "L%.1f %.1f", x_of(frame, i), y_of(frame, replay_quantile(replay, i, 0.9)));
    fprintf(stream, "Z\"/>\n<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"", color);
    for (unsigned i = 1; i <= replay->unique; i++)
        fprintf(stream, "%s%.1f %.1f", i > 1 ? "L" : "M", x_of(frame, i), y_of(frame, replay_quantile(replay, i, 0.5)));
    fputs("\"/>\n", stream);
    int y = TOP + 16 + 18 * (int)at;
    fprintf(stream, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"3\"/>", WIDTH - 190, y,
            WIDTH - 166, y, color);
    fprintf(stream, "<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"#1d2330\">%s</text>\n", WIDTH - 158, y + 4,
            replay->name);
}

void replay_plot(FILE *stream, const char *title, const struct replay *replays, unsigned count)
{
    struct frame frame = {.most = 1.1, .unique = replays[0].unique};
    /* Before the first few nobody knows anything, and failures have no height. */
    for (unsigned i = 0; i < count; i++) {
        double early = replay_quantile(&replays[i], replays[i].unique / 20 + 1, 0.5);
        if (isfinite(early) && early > frame.most)
            frame.most = early;
    }
    frame.most *= 1.1;
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"24\" font-size=\"15\" "
            "font-weight=\"650\" fill=\"#1d2330\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    quote_xml(stream, title);
    fputs("</text>\n", stream);
    put_axes(stream, &frame);
    for (unsigned i = 0; i < count; i++)
        put_curve(stream, &frame, &replays[i], i);
    fputs("</svg>\n", stream);
}
