// What a page's heap snapshot holds, by kind.

/** Kinds of nodes that a script makes: what a leak of the page would be made of. */
const script_kinds = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
  'bigint',
  'regexp',
  'symbol',
]);
/** What V8 makes of functions: machine code, bytecode, feedback, and the shapes that objects have. */
const code_kinds = new Set(['code', 'object shape']);
/** The bytes behind an ArrayBuffer or an engine's memory, which count as native. */
const buffer_name = 'system / JSArrayBufferData';

async function take_snapshot(cdp) {
  const chunks = [];
  const keep = ({ chunk }) => chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', keep);
  return JSON.parse(chunks.join(''));
}

/** Bytes of the page's own objects, of buffers and of V8's code; and how many closures there are. */
export async function held_by_kind(cdp) {
  const { snapshot, nodes, strings } = await take_snapshot(cdp);
  const { node_fields, node_types } = snapshot.meta;
  const [kind_at, name_at, size_at] = ['type', 'name', 'self_size'].map((field) =>
    node_fields.indexOf(field),
  );
  const kinds = node_types[kind_at];
  const held = {
    objects_bytes: 0,
    closures: 0,
    buffers_bytes: 0,
    code_bytes: 0,
  };
  for (let node = 0; node < nodes.length; node += node_fields.length) {
    const kind = kinds[nodes[node + kind_at]];
    const bytes = nodes[node + size_at];
    if (kind === 'closure') held.closures += 1;
    if (script_kinds.has(kind)) held.objects_bytes += bytes;
    else if (code_kinds.has(kind)) held.code_bytes += bytes;
    else if (strings[nodes[node + name_at]] === buffer_name) held.buffers_bytes += bytes;
  }
  // Another V8 may name things otherwise: then nothing would be measured, and nothing would grow.
  for (const [what, amount] of Object.entries(held)) {
    if (amount === 0) throw new Error(`the heap snapshot holds no ${what}`);
  }
  return held;
}
