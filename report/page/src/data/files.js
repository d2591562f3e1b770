/*
 * files.js - the profile as files for other programs, made in the browser. The same call paths and times as `instr-report
 * export` and `--csv` write; their columns have the same names.
 */
import {KIND, MARK} from './profile.js';

const seconds = ps => (Number.isFinite(ps) ? String(Number((ps / 1e12).toPrecision(15))) : '');
/* Empty where the time is below what was seen. */
const seen = (marks, unseen, ps) => (marks & unseen ? '' : seconds(ps));
const nanoseconds = ps => Math.floor(ps / 1000 + 0.5);

function csv(columns, rows) {
  const quote = value => {
    const given = String(value);
    // What a spreadsheet would take for a formula is a text, as quote_csv in report/show/quote.c has it.
    const text = /^[=@+-]/.test(given) && !/^-[-\w=,.:/$ ]*$/.test(given) ? `'${given}` : given;
    return /[",]|^ | $/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  const lines = [columns.map(([name]) => name).join(',')];
  for (const row of rows) lines.push(columns.map(([, of]) => quote(of(row))).join(','));
  return `${lines.join('\n')}\n`;
}

const regionColumns = (profile, region) => [
  ['name', row => region(row).name],
  ['file', row => region(row).file],
  ['line', row => region(row).line],
  ['kind', row => profile.kinds[region(row).kind]],
];

export function functionsCsv(profile) {
  const rows = profile.regions.filter(region => region.calls && region.kind !== KIND.ROOT);
  return csv(
    [
      ...regionColumns(profile, region => region),
      ['calls', region => region.calls],
      ['inclusive_s', region => seen(region.marks, MARK.UNSEEN, region.inclusive)],
      ['exclusive_s', region => seen(region.marks, MARK.OWN_UNSEEN, region.exclusive)],
    ],
    rows.sort((a, b) => b.exclusive - a.exclusive),
  );
}

export function treeCsv(profile) {
  const {node, ranks} = profile;
  const ofNode = (i, ps) => seen(node.marks[i], MARK.UNSEEN, ps);
  const path = i => profile.path(i).map(at => profile.regionOf(at).name);
  const short = names => (names.length > 64 ? [...names.slice(0, 16), '...', ...names.slice(-16)] : names).join('/');
  const over = ranks.max.length
    ? [
        ['ranks', i => ranks.called[i]],
        ['rank_min_s', i => ofNode(i, ranks.min[i])],
        ['rank_mean_s', i => ofNode(i, ranks.mean[i])],
        ['rank_max_s', i => ofNode(i, ranks.max[i])],
        ['rank_of_max', i => (node.marks[i] & MARK.UNSEEN ? '' : ranks.rankOfMax[i])],
      ]
    : [];
  return csv(
    [
      ['depth', i => profile.depth[i]],
      ['path', i => short(path(i))],
      ...regionColumns(profile, i => profile.regionOf(i)),
      ['calls', i => node.calls[i]],
      ['calls_estimated', i => Number(Boolean(node.marks[i] & MARK.CALLS_ESTIMATED))],
      ['inclusive_s', i => ofNode(i, node.inclusive[i])],
      ['exclusive_s', i => ofNode(i, node.exclusive[i])],
      ['min_s', i => seconds(node.min[i])],
      ['max_s', i => seconds(node.max[i])],
      ['stddev_s', i => seconds(node.deviation[i])],
      ...over,
    ],
    profile.inOrder(),
  );
}

/* The root stands alone, not before each path. */
export function folded(profile) {
  const names = profile.regions.map(region => region.name.replace(/;/g, ':'));
  const {region, exclusive, parent} = profile.node;
  const stacks = [];
  let text = '';
  for (let i = 0; i < profile.count; i++) {
    const name = names[region[i]];
    stacks[i] = i && parent[i] ? `${stacks[parent[i]]};${name}` : name;
    const ns = nanoseconds(exclusive[i]);
    if (ns) text += `${stacks[i]} ${ns}\n`;
  }
  return text;
}

const MANY = 256; /* threads: of more the sum alone is written, as `export speedscope` does */

/* A profile of all, and one of each thread where there are several. */
export function speedscope(profile) {
  const {node, members} = profile;
  const stack = i => [node.region[0], ...profile.path(i).map(at => node.region[at])];
  const sampled = (name, paths, weights) => ({
    type: 'sampled',
    name,
    unit: 'nanoseconds',
    startValue: 0,
    endValue: weights.reduce((sum, value) => sum + value, 0),
    samples: Array.from(paths, stack),
    weights,
  });
  const profiles = [
    sampled('all ranks and threads', Array(profile.count).keys(), Array.from(node.exclusive, nanoseconds)),
  ];
  const {threads} = members;
  if (threads.length > 1 && threads.length <= MANY)
    members.ownByThread().forEach((own, thread) => {
      const took = own.filter(([, ps]) => nanoseconds(ps));
      const weights = took.map(([, ps]) => nanoseconds(ps));
      profiles.push(
        sampled(
          threads[thread],
          took.map(([i]) => i),
          weights,
        ),
      );
    });
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'instr',
    name: profile.head.title,
    activeProfileIndex: 0,
    shared: {frames: profile.regions.map(({name, file, line}) => (file ? {name, file, line} : {name}))},
    profiles,
  });
}
