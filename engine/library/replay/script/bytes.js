// Bytes, hashes and signatures, by what the browser brings.

// Something that does not prove itself: why, as a word of the page, and where.
class Fault extends Error {
  constructor(why, place = {}) {
    super(why);
    this.why = why;
    this.place = place;
  }
}

const utf8 = text => new TextEncoder().encode(text);

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));

const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");

const isHex = (text, bytes) =>
  typeof text === "string" && text.length === 2 * bytes && /^[0-9a-f]*$/.test(text);

const unhex = text => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));

// Base64 in its one form, or null.
function unbase64(text) {
  try {
    const raw = atob(text);
    return btoa(raw) === text ? Uint8Array.from(raw, sign => sign.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

async function hmac(key, message) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

// A length in four bytes, then the content.
function field(content) {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, content.length);
  return joined([size, content]);
}

const NUL = new Uint8Array(1);
const label = name => joined([utf8(name), NUL]);

// Ed25519: the browser's own, where it has it.
const imported = new Map();

async function isSigned(key, signature, message) {
  const name = hex(key);
  if (!imported.has(name))
    imported.set(name, await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]));
  return crypto.subtle.verify("Ed25519", imported.get(name), signature, message);
}

async function knowsEd25519() {
  try {
    const base = new Uint8Array(32).fill(0x66);
    base[0] = 0x58;
    await crypto.subtle.importKey("raw", base, "Ed25519", false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

// A public key from its line. Refused are points that are written oddly, not on the curve, or of small order.
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

function power(base, exponent) {
  let result = 1n;
  for (let square = base % P, left = exponent; left; left >>= 1n, square = (square * square) % P)
    if (left & 1n) result = (result * square) % P;
  return result;
}

function isGoodPoint(raw) {
  const y = BigInt(`0x${hex(raw.toReversed())}`) & ((1n << 255n) - 1n);
  const square = (y * y) % P;
  const small = square < 2n || (D * square * square + 2n * square - 1n) % P === 0n;
  const product = ((((square - 1n) * (D * square + 1n)) % P) + P) % P;
  return y < P && !small && power(product, (P - 1n) / 2n) === 1n;
}

async function keyOfLine(line) {
  const found = typeof line === "string" && /^grubenpost-key ed25519 ([0-9a-hjkmnp-tv-z]{56})$/.exec(line);
  if (!found) throw new Fault("fault.key");
  const number = [...found[1]].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n);
  const both = unhex(number.toString(16).padStart(70, "0"));
  const raw = both.slice(0, 32);
  const digest = await sha256(label("grubenpost-key/1"), raw);
  if (hex(digest.slice(29)) !== hex(both.slice(32)) || !isGoodPoint(raw)) throw new Fault("fault.key");
  return { raw, name: hex(raw), id: hex(digest.slice(0, 8)), line };
}
