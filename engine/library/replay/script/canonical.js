// Canonical JSON, and the place in a text that is not canonical.

const flat = v =>
  Array.isArray(v)
    ? "[" + v.map(flat).join(",") + "]"
    : v === null || typeof v !== "object"
      ? JSON.stringify(v)
      : "{" +
        Object.keys(v)
          .sort()
          .map(k => JSON.stringify(k) + ":" + flat(v[k]))
          .join(",") +
        "}";
const isObject = v => v !== null && typeof v === "object" && !Array.isArray(v);
const lines = (open, parts, close) =>
  parts.length ? open + "\n" + parts.join(",\n") + "\n" + close : open + close;
const member = v => (Array.isArray(v) && isObject(v[0]) ? lines("[", v.map(flat), "]") : flat(v));
const dumps = v =>
  (isObject(v)
    ? lines(
        "{",
        Object.keys(v)
          .sort()
          .map(k => JSON.stringify(k) + ":" + member(v[k])),
        "}",
      )
    : flat(v)) + "\n";

const DEEPEST = 32;
const isText = v => typeof v === "string";
const isArray = Array.isArray;
const isWhole = Number.isSafeInteger;

// The members of an archive, and of which kind each is.
const MEMBERS = {
  format: isText,
  rules: isText,
  game: isText,
  players: isArray,
  names: isArray,
  options: isObject,
  start: isWhole,
  stacks: isObject,
  plies: isArray,
  scorings: isArray,
  final: isArray,
  winners: isArray,
  log: isArray,
  checkpoints: isArray,
};
const ALWAYS = ["format", "rules", "players", "names", "options", "start", "stacks", "plies", "scorings"];
const PROOF = ["game", "log", "checkpoints"];

// Whether a value has a canonical form at all.
function isPlain(value, depth = 0) {
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (typeof value === "number") return isWhole(value) && !Object.is(value, -0);
  if (value === null || typeof value === "boolean") return true;
  if (depth === DEEPEST) return false;
  if (Array.isArray(value)) return value.every(part => isPlain(part, depth + 1));
  return Object.entries(value).every(([key, part]) => /^[\0-\x7f]*$/.test(key) && isPlain(part, depth + 1));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isCanonicalLine = text => {
  const value = parsed(text);
  return value !== undefined && isPlain(value) && flat(value) === text;
};

const CLOSING = ["}", "]", "],"];
const NAMED = /^"([^"\\]{0,40})"/;

// Whether a line is one that a canonical archive can have at its place.
function fits(text, number) {
  const line = text[number];
  const below = text[number + 1];
  if (number === 0 || below === undefined) return line === (below === undefined ? "" : "{");
  const ends = CLOSING.includes(below) || below === "";
  const body = line.endsWith(",") ? line.slice(0, -1) : line;
  const found = NAMED.exec(line);
  if (found && !(line[found[0].length] === ":" && Object.hasOwn(MEMBERS, found[1]))) return false;
  const value = found ? body.slice(found[0].length + 1) : body;
  if (found && value === "[") return true;
  return (line === body) === ends && (value === "]" || value === "}" || isCanonicalLine(value));
}

// In which entry, item or member a line stands.
function placeOf(text, number) {
  let last = "";
  let opened = null;
  text.slice(0, number).forEach((line, above) => {
    const found = NAMED.exec(line);
    if (found) [last, opened] = [found[1], line.endsWith(":[") ? above : null];
    else if (CLOSING.includes(line)) opened = null;
  });
  if (opened === null) return { member: NAMED.exec(text[number] ?? "")?.[1] ?? last };
  const item = number - opened - 1;
  if (last !== "log") return { member: last, item };
  const before = text.slice(opened, number).filter(line => line.includes('"kind":"ply"')).length;
  return text[number].includes('"kind":"ply"') ? { entry: item, ply: before } : { entry: item };
}

// The members of an archive, or the place at which its text goes wrong.
function readCanonical(text) {
  const value = parsed(text);
  const good = value !== undefined && isPlain(value) && dumps(value) === text;
  if (!good) {
    const whole = text.split("\n");
    const wrong = whole.findIndex((_, number) => !fits(whole, number));
    throw new Fault(
      value === undefined ? "fault.notJson" : "fault.notCanonical",
      placeOf(whole, Math.max(wrong, 0)),
    );
  }
  if (!isObject(value) || value.format !== "grubenpost-archive/1")
    throw new Fault("fault.member", { member: "format" });
  for (const [name, content] of Object.entries(value)) {
    if (!Object.hasOwn(MEMBERS, name) || !MEMBERS[name](content))
      throw new Fault("fault.member", { member: name });
  }
  const wanted = PROOF.some(name => name in value) ? [...ALWAYS, ...PROOF] : [...ALWAYS, "final", "winners"];
  for (const name of wanted) if (!(name in value)) throw new Fault("fault.member", { member: name });
  if (value.rules !== "glueckauf/1") throw new Fault("fault.member", { member: "rules" });
  return value;
}
