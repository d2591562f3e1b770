/*
 * read.js - the data that stand in the page: base64 of zlib's format, and in that a JSON text with its length before it, then
 * columns of numbers, each with the lowest bytes of all entries first (report/html/columns.h).
 */
function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const TYPES = {u8: Uint8Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array};

function column(bytes, start, Type, count) {
  const width = Type.BYTES_PER_ELEMENT;
  const values = new Type(count);
  const out = new Uint8Array(values.buffer);
  for (let plane = 0, at = start; plane < width; plane++)
    for (let i = plane; i < out.length; i += width) out[i] = bytes[at++];
  return values;
}

/* {head, columns: {node: {calls: ...}, ...}, titles: {'node.calls': {title, shown}, ...}} */
export async function read(text) {
  const bytes = await inflate(fromBase64(text));
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const columns = {};
  const titles = {};
  let at = 4 + length;
  for (const [name, type, count, title, shown] of head.columns) {
    const [of, what] = name.split('.');
    columns[of] = columns[of] || {};
    columns[of][what] = column(bytes, at, TYPES[type], count);
    titles[name] = {title, shown};
    at += count * TYPES[type].BYTES_PER_ELEMENT;
  }
  return {head, columns, titles};
}
