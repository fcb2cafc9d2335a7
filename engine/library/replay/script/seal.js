// Sealed letters: flat TOML under one to four signatures.

const KINDS = {
  "grubenpost-move/1": "server game ply seat base nonce action",
  "grubenpost-join/1": "server game handle key entropy nonce",
  "grubenpost-join/2": "server game handle key commitment nonce",
  "grubenpost-reveal/1": "server game handle base entropy",
  "grubenpost-leave/1": "server game handle join",
  "grubenpost-orders/1": "server game handle ply nonce orders",
  "grubenpost-rotate/1": "server handle old new nonce",
  "grubenpost-revoke/1": "server handle key",
  "grubenpost-recover/1": "server handle key code nonce",
  "grubenpost-veto/1": "server handle recover",
};
const MARKED = ["grubenpost-move/1", "grubenpost-orders/1"];
const OTHERS = ["grubenpost-register/1", "grubenpost-request/1"];
const FIELD =
  /^([a-z][a-z0-9_]{0,31}) = (?:(0|[1-9][0-9]{0,15})|"((?:[ !#-[\]-~]|\\["\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*)")$/;
const TABLE = /^\[([a-z][a-z0-9_]{0,31})\]$/;
const SIGNATURE = /^#sig1 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/;

function unescaped(text) {
  return text.replace(/\\(["\\])|\\u(.{4})|\\U(.{8})/g, (_, sign, short, long) => {
    const code = parseInt(short ?? long, 16);
    if (sign) return sign;
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new Fault("fault.letter");
    return String.fromCodePoint(code);
  });
}

function readPayload(payload) {
  const fields = {};
  let here = fields;
  for (const line of payload.slice(0, -1).split("\n")) {
    const table = TABLE.exec(line);
    const found = FIELD.exec(line);
    const name = table?.[1] ?? found?.[1];
    if (!name || Object.hasOwn(table ? fields : here, name)) throw new Fault("fault.letter");
    if (table) here = fields[name] = {};
    else here[name] = found[3] === undefined ? Number(found[2]) : unescaped(found[3]);
  }
  return fields;
}

// A letter has exactly the fields of its kind.
function checkFields({ format, by, ...fields }) {
  if (OTHERS.includes(format)) return;
  if (!Object.hasOwn(KINDS, format)) throw new Fault("fault.letter");
  const wanted = KINDS[format].split(" ");
  const right = wanted.length === Object.keys(fields).length && wanted.every(name => name in fields);
  const marked =
    by === undefined ||
    (MARKED.includes(format) &&
      isText(by.kind) &&
      isHex(by.entry, 32) &&
      Object.keys(by).length === 2);
  if (!right || !marked) throw new Fault("fault.letter");
}

// A letter's fields, its id, and whose keys signed it, after every signature is checked.
async function openLetter(raw, known, proves) {
  const cut = raw.indexOf("\n#sig1 ") + 1;
  const payload = raw.slice(0, cut);
  const seals = raw.slice(cut).split("\n");
  const written = /^(?:[\x20-\x7e]*[\x21-\x7e]\n)+$/.test(payload) && payload.length <= 16384;
  if (!cut || !written || !payload.startsWith('format = "') || seals.pop() !== "" || seals.length > 4)
    throw new Fault("fault.letter");
  const fields = readPayload(payload);
  checkFields(fields);
  const signed = joined([label(String(fields.format)), utf8(payload)]);
  const named = await Promise.all(
    ["key", "old", "new"].filter(name => name in fields).map(name => keyOfLine(fields[name])),
  );
  if (seals.length !== Math.max(named.length, 1)) throw new Fault("fault.signer");
  const signers = [];
  for (const line of seals) signers.push(await checkSeal(line, named.length ? named : known, signed, proves));
  if (new Set(signers.map(key => key.name)).size !== seals.length) throw new Fault("fault.signer");
  return { fields, named, signers, id: hex(await sha256(signed)) };
}

async function checkSeal(line, keys, signed, proves) {
  const found = SIGNATURE.exec(line);
  const signature = found && unbase64(found[2]);
  if (!signature) throw new Fault("fault.letter");
  const candidates = keys.filter(key => key.id === found[1]);
  if (!candidates.length) throw new Fault("fault.signer");
  for (const key of candidates) if (!proves || (await isSigned(key.raw, signature, signed))) return key;
  throw new Fault("fault.seal");
}
