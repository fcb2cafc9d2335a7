// Verifies an archive in the order of the protocol, and names the first thing that is wrong.

const alike = (one, other) => flat(one ?? null) === flat(other ?? null);

// Each check tells what it has done. `proves` is whether the browser can check signatures.
async function verifyArchive(text, proves) {
  const done = [];
  const tell = (key, facts = {}) => done.push({ key, facts });
  try {
    const told = readCanonical(text);
    tell("done.text");
    if ("log" in told) await verifySigned(told, proves, tell);
    checkShown(told);
    tell("done.shown");
    if (hex(await sha256(utf8(text))) !== shown.certificate.digest) throw new Fault("fault.digest", {});
    tell("done.digest");
    tell("left.rules");
    return { done, fault: null, signed: "log" in told };
  } catch (error) {
    // Whatever else goes wrong comes from members of another kind than an archive has.
    const { why, place } = error instanceof Fault ? error : new Fault("fault.member");
    return { done, fault: { why, place: withPly(place, text) }, signed: true };
  }
}

// The ply of an entry, if it is one.
function withPly(place, text) {
  const entry =
    place.ply === undefined && place.entry !== undefined ? parsed(text)?.log?.[place.entry]?.entry : null;
  const item = place.member === "plies" ? place.item : undefined;
  const ply = entry?.kind === "ply" && isWhole(entry.ply) ? entry.ply : item;
  return ply === undefined ? place : { ...place, ply };
}

async function verifySigned(told, proves, tell) {
  const leaves = await readEntries(told.log);
  tell("done.letters", { n: told.log.reduce((sum, { letters }) => sum + letters.length, 0) });
  const notes = readCheckpoints(told.checkpoints);
  const heads = await headsOf(leaves);
  const serverKey = await checkSigned(told, leaves, notes, proves);
  tell("done.checkpoints", { n: notes.length });
  tell("done.chain");
  const witness = new Witness(told.log, leaves, heads, serverKey, proves);
  await hear(witness);
  tell(proves ? "done.seals" : "left.seals", { n: witness.letters.size });
  await checkDeal(told, witness);
  tell("done.shuffle");
  notes.forEach((note, number) => {
    if (heads[note.size - 1] !== note.root) throw new Fault("fault.history", { checkpoint: number });
  });
  await checkTold(told, witness);
  tell("done.told");
  await checkNames(told, witness);
  tell("done.names");
}

// The server's key from the first entry, after it is seen under every checkpoint.
async function checkSigned({ log, checkpoints }, leaves, notes, proves) {
  const { server, game, server_key } = log[0].entry;
  const changed = log.length > 1 && log[1].entry.prev !== hex(leaves[0]);
  let key;
  try {
    key = await keyOfLine(server_key);
  } catch {
    throw new Fault("fault.key", { entry: 0 });
  }
  for (const [number, note] of notes.entries()) {
    try {
      await checkCheckpoint(note, `${server}/${game}`, key, proves);
    } catch (error) {
      // The first entry names the key: if that entry was changed, it is to blame.
      if (changed) throw new Fault("fault.changed", { entry: 0 });
      throw new Fault(error.why, { checkpoint: number });
    }
  }
  await checkChain(log, leaves, notes.at(-1));
  return key;
}

async function hear(witness) {
  for (let seq = 0; seq < witness.log.length; seq++) {
    try {
      await witness.read(seq);
    } catch (error) {
      throw new Fault(error instanceof Fault ? error.why : "fault.entry", { entry: seq });
    }
  }
  if (!witness.closed) throw new Fault("fault.entry", { entry: witness.log.length - 1 });
}

async function checkDeal(told, { genesis, closed, dealt: seats, table, start, log }) {
  const end = { entry: log.length - 1 };
  if (!isHex(closed.seed, 32)) throw new Fault("fault.commitment", end);
  const seed = unhex(closed.seed);
  if ((await commitment(genesis.game, seed)) !== genesis.commitment) throw new Fault("fault.commitment", end);
  const dealt = await deal(
    genesis.game,
    seed,
    seats.map(seat => unhex(table.entropy(seat))),
  );
  const face = {
    tiles: dealt.tiles.slice(0, start.tiles.length),
    draft: dealt.orders.slice(0, start.draft.length),
  };
  if (!alike(face, { tiles: start.tiles, draft: start.draft }) || start.start !== dealt.start)
    throw new Fault("fault.deal", { entry: start.seq });
  if (!alike(told.stacks, { tiles: dealt.tiles, orders: dealt.orders }))
    throw new Fault("fault.deal", { member: "stacks" });
  if (told.start !== dealt.start) throw new Fault("fault.deal", { member: "start" });
}

// What the archive tells, against the log; the closing entry has the hash of all of it.
async function checkTold(told, { genesis, seats, plies: sealed, moves: entries, closed, log }) {
  const right = {
    game: genesis.game,
    rules: genesis.rules,
    options: genesis.options,
    players: seats.map(({ handle, auth }, seat) => ({ seat, handle, auth })),
    plies: sealed,
    scorings: entries.flatMap(entry => (entry.scoring ? [entry.scoring] : [])),
  };
  for (const [name, value] of Object.entries(right))
    if (!alike(told[name], value)) throw new Fault("fault.told", firstDifference(name, told[name], value));
  const { format, names, log: _, checkpoints, ...result } = told;
  if (hex(await sha256(utf8(flat(result)))) !== closed.result) {
    const odd = ["final", "winners"].find(name => name in told && !alike(told[name], shownResult()[name]));
    throw odd
      ? new Fault("fault.told", { member: odd })
      : new Fault("fault.close", { entry: log.length - 1 });
  }
}

function firstDifference(name, found, right) {
  if (!isArray(found) || !isArray(right)) return { member: name };
  const longer = found.length > right.length ? found : right;
  return { member: name, item: longer.findIndex((_, item) => !alike(found[item], right[item])) };
}

async function checkNames({ names }, { names: committed }) {
  if (names.length !== committed.length) throw new Fault("fault.name", { member: "names" });
  for (const [seat, told] of names.entries()) {
    if (told === null) continue;
    const good =
      isObject(told) &&
      Object.keys(told).sort().join() === "name,salt" &&
      isText(told.name) &&
      isHex(told.salt, 16);
    const hash = good && hex(await sha256(label("grubenpost-name/1"), unhex(told.salt), utf8(told.name)));
    if (hash !== committed[seat]) throw new Fault("fault.name", { member: "names", item: seat });
  }
}

const shownResult = () => ({ final: shown.final, winners: shown.certificate.winners });

// What this page shows is what the archive tells.
function checkShown(told) {
  const count = Math.max(told.plies.length, plies.length);
  for (let number = 0; number < count; number++) {
    const shownPly = plies[number] && { action: plies[number].action, ply: number, seat: plies[number].seat };
    if (!alike(shownPly, told.plies[number]))
      throw new Fault("fault.shownMove", { shown: true, ply: number });
  }
  checkPeople(told);
  checkBoard(told);
  if (!alike(shown.scorings, told.scorings)) throw new Fault("fault.shownPoints", { member: "scorings" });
  if (!("final" in told)) return;
  if (!alike(shownResult(), { final: told.final, winners: told.winners }))
    throw new Fault("fault.shownPoints", { member: "final" });
  if (
    !alike(
      scenes[LAST].vp,
      told.final.map(row => row.vp),
    )
  )
    throw new Fault("fault.shownPoints", { shown: true, ply: LAST - 1 });
}

// The names on this page, and how each player's moves are sealed.
function checkPeople({ players: seated, names, game, plies: sealed, log }) {
  const claimed = shown.certificate;
  players.forEach(({ name, handle, auth }, seat) => {
    const right = names?.[seat]?.name ?? seated[seat].handle;
    const same = name === right || name === handle;
    if (!same || handle !== seated[seat].handle || auth !== (seated[seat].auth ?? auth))
      throw new Fault("fault.shownName", { member: "names", item: seat });
  });
  const entry = log?.[0].entry;
  const same =
    claimed.plies === sealed.length &&
    (!entry || (claimed.game === game && claimed.server === entry.server && claimed.entries === log.length));
  if (!same || players.length !== seated.length) throw new Fault("fault.shownName", { member: "players" });
  checkPoints();
}

// The points after each ply are those of the orders that are delivered by then, and of the scorings.
function checkPoints() {
  const paid = seats.map(() => 0);
  plies.forEach((ply, number) => {
    const elements = shown.scorings[ply.scored - 1]?.elements ?? [];
    seats.forEach(seat => (paid[seat] += elements.reduce((sum, { vp }) => sum + vp[seat], 0)));
    const scene = scenes[number + 1];
    const right = seats.map(seat =>
      list(scene[`pit${seat}.delivered`]).reduce((sum, name) => sum + box.vp[name], paid[seat]),
    );
    if (scene.phase !== "over" && !alike(right, scene.vp))
      throw new Fault("fault.shownPoints", { shown: true, ply: number });
  });
}

// What lies face up on this page is what was dealt, and what the log says was turned up.
function checkBoard({ stacks, options, log = [] }) {
  const [tiles, draft] = [list(shown.opening.tiles).filter(Boolean), list(shown.opening.draft)];
  const dealt =
    alike(tiles, stacks.tiles?.slice(0, tiles.length)) &&
    alike(draft, stacks.orders?.slice(0, 3 * options.players + 1));
  if (!dealt) throw new Fault("fault.shownBoard", { member: "stacks" });
  const undone = log.flatMap(({ entry }) => (entry.about === "taken-back" ? [entry.entry] : []));
  for (const [seq, { entry }] of log.entries()) {
    const counts = entry.kind === "ply" && !undone.includes(log[seq + 1]?.entry.prev);
    if (counts && !isTurned(entry))
      throw new Fault("fault.shownBoard", { shown: true, ply: entry.ply });
  }
}

// What a ply turned up lies there after it, and nothing else came. The card that is left of the draft was open.
function isTurned({ ply, turned }) {
  const [before, after] = [scenes[ply], scenes[ply + 1]].map(scene => [
    ...list(scene.tiles),
    ...list(scene.cards),
  ]);
  const left = list(scenes[ply].draft);
  const came = after.filter((name, place) => name && name !== before[place] && !left.includes(name));
  return turned.every(name => after.includes(name)) && came.every(name => turned.includes(name));
}
