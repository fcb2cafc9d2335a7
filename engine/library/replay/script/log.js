// The log: entries with their letters, the Merkle tree over them, and the checkpoints under it.

// What each kind of entry says besides what all say; a note may say anything. What may be left out has a `?`.
const ENTRY_MEMBERS = {
  genesis: "format rules server game server_key options commitment",
  join: "seat handle auth key commitment? entropy?",
  leave: "seat",
  reveal: "seat entropy",
  start: "names start tiles draft",
  ply: "ply seat action turned by? scoring?",
  key: "handle? recover?",
  note: null,
  close: "seed result",
};
const COMMON = ["seq", "prev", "kind", "at", "letters"];
const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);
const NOTE =
  /^([A-Za-z0-9./-]{1,49})\n(0|[1-9][0-9]{0,5})\n([A-Za-z0-9+/]{43}=)\n\n— \1 ([A-Za-z0-9+/]{91}=)\n$/;

function isEntry(item, seq) {
  if (
    !isObject(item) ||
    Object.keys(item).sort().join() !== "entry,letters" ||
    !isObject(item.entry) ||
    !isArray(item.letters)
  )
    return false;
  const { entry } = item;
  return (
    entry.seq === seq &&
    Object.hasOwn(ENTRY_MEMBERS, entry.kind) &&
    hasMembers(entry) &&
    isWhole(entry.at) &&
    isText(entry.prev) &&
    isArray(entry.letters) &&
    entry.letters.length === item.letters.length
  );
}

function hasMembers({ kind, ...entry }) {
  if (ENTRY_MEMBERS[kind] === null) return true;
  const said = Object.keys(entry).filter(name => !COMMON.includes(name));
  const known = ENTRY_MEMBERS[kind].split(" ");
  return (
    said.every(name => known.includes(name) || known.includes(`${name}?`)) &&
    known.every(name => name.endsWith("?") || said.includes(name))
  );
}

// Every entry has its place, its members and its letters. Gives the leaf hashes.
async function readEntries(log) {
  if (!log.length) throw new Fault("fault.member", { member: "log" });
  const leaves = [];
  for (const [seq, item] of log.entries()) {
    if (!isEntry(item, seq)) throw new Fault("fault.entry", { entry: seq });
    for (const [number, letter] of item.letters.entries()) {
      if (!isText(letter)) throw new Fault("fault.letterMissing", { entry: seq });
      if (hex(await sha256(utf8(letter))) !== item.entry.letters[number])
        throw new Fault("fault.letterHash", { entry: seq });
    }
    leaves.push(await sha256(LEAF, utf8(flat(item.entry))));
  }
  return leaves;
}

// The head after each entry: the root of the tree so far.
async function headsOf(leaves) {
  const heads = [];
  const peaks = [];
  for (const leaf of leaves) {
    peaks.push({ size: 1, hash: leaf });
    while (peaks.length > 1 && peaks.at(-1).size === peaks.at(-2).size) {
      const [left, right] = peaks.splice(-2);
      peaks.push({ size: left.size * 2, hash: await sha256(NODE, left.hash, right.hash) });
    }
    let head = peaks.at(-1).hash;
    for (const peak of peaks.slice(0, -1).reverse()) head = await sha256(NODE, peak.hash, head);
    heads.push(hex(head));
  }
  return heads;
}

function readCheckpoint(note, number) {
  const found = isText(note) ? NOTE.exec(note) : null;
  const [root, proof] = found ? [unbase64(found[3]), unbase64(found[4])] : [];
  if (!root || !proof) throw new Fault("fault.checkpoint", { checkpoint: number });
  return {
    origin: found[1],
    size: Number(found[2]),
    root: hex(root),
    keyId: hex(proof.slice(0, 4)),
    signature: proof.slice(4),
    text: note.slice(0, note.indexOf("\n\n") + 1),
  };
}

function readCheckpoints(notes) {
  if (!notes.length) throw new Fault("fault.member", { member: "checkpoints" });
  const read = notes.map(readCheckpoint);
  read.forEach((note, number) => {
    if (number && note.size <= read[number - 1].size)
      throw new Fault("fault.checkpoint", { checkpoint: number });
  });
  return read;
}

async function checkCheckpoint(note, origin, key, proves) {
  const wanted = hex((await sha256(utf8(`${origin}\n`), NODE, key.raw)).slice(0, 4));
  if (note.origin !== origin || note.keyId !== wanted) throw new Fault("fault.checkpoint");
  if (proves && !(await isSigned(key.raw, note.signature, utf8(note.text))))
    throw new Fault("fault.checkpointSeal");
}

// The entries are exactly those under the last checkpoint; else the one at fault is named. Each entry but
// the last is vouched for by the next one's `prev`: if these hashes give the signed root, they are genuine.
async function checkChain(log, leaves, last) {
  const end = log.length - 1;
  if (last.size !== log.length) throw new Fault("fault.size", { entry: Math.min(last.size, log.length) });
  const vouched = log.slice(1).map(({ entry }) => entry.prev);
  const differing = vouched.flatMap((leaf, seq) => (leaf === hex(leaves[seq]) ? [] : [seq]));
  const whole = vouched.every(leaf => isHex(leaf, 32));
  const head = whole ? (await headsOf([...vouched.map(unhex), leaves[end]])).at(-1) : "";
  if (head === last.root) {
    if (differing.length || log[0].entry.prev !== "")
      throw new Fault("fault.changed", { entry: differing[0] ?? 0 });
    return;
  }
  const lastOnly = !differing.length || (differing.length === 1 && differing[0] === end - 1);
  throw new Fault("fault.changed", { entry: lastOnly ? end : differing.at(-1) });
}
