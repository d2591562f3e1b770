/* trace.mjs - traces whose times are chosen, as profile/trace_format.h has them. */
import {writeFileSync} from 'node:fs';

const MAGIC = 0x4b435254;
const HEADER = 136;

function chunk(kind, body, {ticks = 0, thread = 0, sequence = 0, previous = 0} = {}) {
  const size = HEADER + body.length;
  const bytes = Buffer.alloc((size + 7) & ~7);
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt16LE(1, 4);
  bytes.writeUInt16LE(kind, 6);
  bytes.writeUInt32LE(size, 8);
  bytes.writeUInt32LE(bytes.length, 12);
  bytes.writeUInt32LE(thread, 16);
  bytes.writeUInt32LE(sequence, 24);
  bytes.writeUInt32LE(previous, 28);
  bytes.writeBigUInt64LE(0n, 40);
  bytes.writeBigUInt64LE(BigInt(ticks), 48);
  bytes.writeBigUInt64LE(BigInt(ticks), 56);
  body.copy(bytes, HEADER);
  return bytes;
}

function head(program, pid) {
  const body = Buffer.alloc(416);
  body.writeInt32LE(pid, 4);
  body.write('node1', 40);
  body.write('boot', 104);
  body.write('monotonic', 144);
  body.write(program, 160);
  return chunk(1, body);
}

function names(regions) {
  const parts = regions.map((name, number) => {
    const text = Buffer.alloc((16 + name.length + 3) & ~3);
    text.writeUInt32LE(number, 0);
    text.writeUInt32LE(10 + number, 4);
    text.writeUInt32LE(1, 8);
    text.writeUInt16LE(name.length, 12);
    text.write(name, 16);
    return text;
  });
  return chunk(2, Buffer.concat(parts));
}

/* Which rank of how many a process is. */
function job(rank, ranks) {
  const body = Buffer.alloc(32);
  body.writeInt32LE(rank, 0);
  body.writeInt32LE(ranks, 4);
  body.writeBigUInt64LE(1n, 8);
  return chunk(4, body);
}

/* `events`: [ns since the one before, region] for a call, [ns] for an end; at most 15,000 a chunk. */
export function writeTrace(path, program, regions, events, pid = 77, [rank, ranks] = []) {
  const chunks = [head(program, pid), names(regions)];
  if (ranks) chunks.push(job(rank, ranks));
  let ticks = 0;
  for (let at = 0, sequence = 0; at < events.length; at += 15000) {
    const part = events.slice(at, at + 15000);
    const words = Buffer.alloc(4 * part.length);
    const base = ticks;
    part.forEach(([ns, region], i) => {
      ticks += ns;
      words.writeUInt32LE(region === undefined ? ns * 2 + 1 : ns * 65536 + region * 4 + 2, 4 * i);
    });
    sequence++;
    const made = chunk(3, words, {ticks, sequence, previous: sequence - 1});
    made.writeBigUInt64LE(BigInt(base), 40);
    chunks.push(made);
  }
  chunks.push(chunk(5, Buffer.alloc(0), {ticks}));
  writeFileSync(path, Buffer.concat(chunks));
}
