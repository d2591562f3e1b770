/*
 * mcp.mjs MODULES REPORT MAKE_SAMPLE - an assistant's client, that of the protocol's own library, asks instr-report mcp about
 * profiles that are known (make-sample.c): and gets nothing of what lies outside the folder.
 */
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const [modules, report, makeSample] = process.argv.slice(2).map(file => path.resolve(file));
const library = path.join(modules, '@modelcontextprotocol', 'sdk', 'dist', 'esm', 'client');
if (!existsSync(library)) {
  console.log("skipped: npm's @modelcontextprotocol/sdk is not here");
  process.exit(77);
}
const {Client} = await import(path.join(library, 'index.js'));
const {StdioClientTransport} = await import(path.join(library, 'stdio.js'));

const work = mkdtempSync(path.join(tmpdir(), 'mcp-'));
const folder = path.join(work, 'profiles');
mkdirSync(folder);
execFileSync(makeSample, [folder]);
execFileSync(makeSample, [work]);
symlinkSync(path.join(work, 'waits.instr'), path.join(folder, 'link'));
execFileSync(report, ['gate', '--record', 'rank0.instr', 'rank0.instr', '-o', 'rank0.baseline'], {
  cwd: folder,
  stdio: 'ignore',
});
const before = readdirSync(folder);

const client = new Client({name: 'test', version: '1'});
await client.connect(new StdioClientTransport({command: report, args: ['mcp', folder]}));
const ask = async (name, words = {}) => {
  const {content, isError} = await client.callTool({name, arguments: words});
  return isError ? content[0].text : JSON.parse(content[0].text);
};
const refused = async (name, words, why) => assert.match(String(await ask(name, words)), why);

try {
  const {tools} = await client.listTools();
  assert(tools.length >= 10 && tools.every(tool => tool.annotations.readOnlyHint && tool.description));

  /* 1: which profiles are there? */
  const profiles = (await ask('list')).rows.map(row => row.file);
  assert(profiles.includes('waits.instr') && profiles.includes('merged.instr'), profiles);

  /* 2: what matters, and where does the time go? Small, and how to get the rest. */
  const explained = (await ask('explain', {profile: 'waits.instr'})).rows;
  const uneven = explained.find(row => row.about === 'uneven');
  assert(uneven.rank === 3 && uneven.name === 'compute' && uneven.gain_s > 0.4, explained);
  const hot = await ask('hot', {profile: 'waits.instr', rows: 1});
  assert.equal(hot.rows[0].name, 'MPI_Barrier');
  assert.equal(hot.rows[0].exclusive_s, 2);
  assert(hot.left_out > 0 && hot.more.includes(`rows=${hot.left_out + 1}`), hot);
  const all = await ask('hot', {profile: 'waits.instr', rows: hot.left_out + 1});
  assert(all.rows.length === hot.left_out + 1 && !('left_out' in all), all);

  /* 3: who calls it? */
  const callers = await ask('callers', {profile: 'waits.instr', function: 'MPI_Barrier'});
  assert.deepEqual(
    callers.rows.filter(row => row.path).map(row => row.path),
    ['MPI_Barrier', 'MPI_Barrier/main'],
  );

  /* 4: what changed? */
  const change = await ask('diff', {before: 'rank0.instr', after: 'rank1.instr'});
  const solve = change.rows.find(row => row.name === 'solve');
  assert(solve && solve.calls_before > 0, change);

  /* 5: what was never called? */
  const coverage = await ask('coverage', {profile: 'merged.instr', rows: 100});
  assert.equal(coverage.rows.find(row => row.function === 'unused').status, 'never-called');
  assert.equal(coverage.rows.find(row => row.function === 'trampoline').reason, 'naked');

  /* Which test reaches it, and who is slow? */
  assert((await ask('tests', {function: 'fib'})).rows.length > 0);
  assert((await ask('imbalance', {profile: 'waits.instr'})).rows.length > 0);

  const waiting = (await ask('waiting', {profile: 'waiting.instr'})).rows;
  assert(
    waiting.some(row => row.path === 'main/MPI_Barrier' && row.waiting_s > 1.7 && row.rank_of_delay_max === 3),
    waiting,
  );

  /* Does it call what it did before? */
  assert.deepEqual((await ask('gate', {baseline: 'rank0.baseline', profile: 'rank0.instr'})).rows, []);
  const failed = await ask('gate', {baseline: 'rank0.baseline', profile: 'waits.instr'});
  assert(failed.rows.some(row => row.name === 'solve' && row.fails));
  await refused('gate', {baseline: '../rank0.baseline'}, /no file of this folder/);

  for (const file of ['../waits.instr', path.join(work, 'waits.instr'), 'link', 'none.instr', '/etc/passwd', ''])
    await refused('hot', {profile: file}, /no file of this folder/);
  await refused('tests', {function: 'fib', folder: '..'}, /no file of this folder/);
  await refused('hot', {profile: '--output=x'}, /no file of this folder/);
  await refused('callers', {profile: 'waits.instr', function: 'nobody'}, /nobody.*was not called/);
  await refused('callers', {profile: 'waits.instr'}, /`function` is missing/);
  await refused('hot', {profile: 7}, /`profile` is of another type/);
  await refused('hot', {rows: 0}, /`rows` is a number/);
  await assert.rejects(client.callTool({name: 'merge', arguments: {}}), /no such tool/);
  assert.deepEqual(readdirSync(folder), before);
} finally {
  await client.close();
}

/* What is no JSON, and no request, is answered, and the next one, too. */
const lines = [
  '{',
  `{"id":0,"method":"ping","params":"${'x'.repeat(2 ** 20)}"}`,
  '[]',
  '7',
  '{"id":1}',
  '{"id":2,"method":"nothing"}',
  '{"method":"ping"}',
  '{"id":"é","method":"ping"}',
];
const {stdout, status} = spawnSync(report, ['mcp', folder], {input: lines.join('\n')});
const answers = stdout
  .toString()
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));
assert.equal(status, 0);
assert.deepEqual(
  answers.map(({id, error}) => [id, error?.code]),
  [
    [null, -32700],
    [null, -32600],
    [null, -32600],
    [null, -32600],
    [1, -32600],
    [2, -32601],
    ['é', undefined],
  ],
);
rmSync(work, {recursive: true});
