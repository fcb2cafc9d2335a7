// Goes through a log entry by entry: who sits where, which key is in force, which entry allows what.

class Witness {
  constructor(log, leaves, heads, serverKey, proves) {
    Object.assign(this, { log, leaves: leaves.map(hex), heads, serverKey, proves });
    this.genesis = log[0].entry;
    this.keyring = new Keyring();
    this.table = new Table(this.genesis);
    this.seats = null;
    this.letters = new Set();
    this.plies = [];
    this.lastPly = 0;
    this.moves = [];
    this.orders = new Map(); // by seat: the entry of the newest orders that still stand
    this.undoing = new Undoing(this.genesis.options?.undo ?? 0);
    this.vacant = new Set(); // seats on which nobody plays
    this.seating = new Seating(this.genesis.options ?? {});
    this.closed = null;
  }

  // A letter to this game; each is in the log once, but for those that change keys.
  async open(raw, known = [], once = true) {
    const opened = await openLetter(raw, known, this.proves);
    const { server, game } = this.genesis;
    const here = opened.fields.server === server && (opened.fields.game ?? game) === game;
    if (!here || (once && this.letters.has(opened.id))) throw new Fault("fault.stranger");
    this.letters.add(opened.id);
    return opened;
  }

  async read(seq) {
    const { entry, letters } = this.log[seq];
    const first =
      entry.kind === "genesis"
        ? seq === 0 && /^grubenpost-log\/[12]$/.test(entry.format) && !letters.length
        : seq > 0;
    if (!first || this.closed || (!this.start && ["ply", "close"].includes(entry.kind)))
      throw new Fault("fault.entry");
    await READERS[entry.kind]?.call(this, entry, letters, seq);
  }

  // A mailbox player whose key was exchanged seals every move, like one with an own key.
  mark(seat) {
    if (seat.auth === "bot") return "bot";
    return seat.auth === "mailbox" && this.keyring.holder(seat.handle).keys === 1 ? "delegated" : undefined;
  }

  hold(entry, letters, opened, seq) {
    const seat = this.seats?.[entry.seat];
    if (letters.length !== 1 || !seat) throw new Fault("fault.undo");
    if (this.mark(seat) !== opened[0].fields.by?.kind) throw new Fault("fault.signer");
    this.keyring.check(seat.handle, opened[0].signers[0]);
    this.undoing.hold(entry, letters[0], this.leaves[seq], opened[0]);
  }

  takeBack(entry, seq) {
    const people = this.seats.flatMap(({ auth }, seat) => (auth === "bot" || this.vacant.has(seat) ? [] : [seat]));
    this.orders.delete(entry.seat);
    if (!this.undoing.takeBack(entry, people)) return;
    this.plies.pop();
    this.moves.pop();
    this.lastPly = seq;
  }

  // Somebody else has a seat from now on.
  handOver(entry, opened) {
    const present = this.seats?.[entry.seat];
    if (!present) throw new Fault("fault.seats");
    const taken = this.seating.holder(entry, opened);
    this.seating.check(entry, taken, this.seats);
    for (const asked of opened.slice(1)) this.keyring.check(present.handle, asked.signers[0]);
    const sealed = ["given", "lent"].includes(entry.how) && this.mark(present) === undefined;
    const asked = !sealed || (opened[1] && offersSeat(opened[1], present.handle, entry, this.genesis.game));
    if (!asked || !this.seating.isRight(entry, present, this.vacant.has(entry.seat)))
      throw new Fault("fault.seats");
    if (!this.keyring.holders.has(taken.handle)) this.keyring.register(taken.handle, taken.key);
    else if (opened.length) this.keyring.check(taken.handle, taken.key);
    this.seating.take(entry, present);
    this.seats = this.seats.map((seat, number) => (number === entry.seat ? taken : seat));
    this.names = this.names.map((name, number) => (number === entry.seat ? entry.name : name));
    this.orders.delete(entry.seat);
    this.vacant.delete(entry.seat);
  }

  // A forced move has to be the only one, which only who knows the rules can tell: `grubenpost verify` does.
  allows(leaf, { by, seat, ply }) {
    const entry = this.log[this.leaves.indexOf(leaf)]?.entry;
    if (!entry) return false;
    if (by.kind === "forced") return ["start", "ply"].includes(entry.kind) && this.seats[seat].auth !== "bot";
    if (entry.kind === "start") return by.kind === "bot" && this.seats[seat].auth === "bot";
    return (
      entry.kind === "note" &&
      entry.about === by.kind &&
      entry.seat === seat &&
      (by.kind !== "clock" || entry.ply === ply)
    );
  }
}

const READERS = {
  async join(entry, letters, seq) {
    const bot = entry.auth === "bot";
    const sitting = [...this.table.seats.values()];
    if (
      this.start ||
      entry.seat !== this.table.freeSeat ||
      !["key", "mailbox", "bot"].includes(entry.auth) ||
      letters.length !== (bot ? 0 : 1)
    )
      throw new Fault("fault.seats");
    if (sitting.some(seat => folded(seat.handle) === folded(String(entry.handle))))
      throw new Fault("fault.seats");
    if (entry.auth === "mailbox" && this.genesis.options.auth === "key") throw new Fault("fault.seats");
    const { fields, named, id } = bot ? { named: [this.serverKey] } : await this.open(letters[0]);
    const [format, member] = this.table.commits
      ? ["grubenpost-join/2", "commitment"]
      : ["grubenpost-join/1", "entropy"];
    const share = entry.auth === "key" ? fields[member] : "";
    const told = Object.keys(entry).filter(name => ["commitment", "entropy"].includes(name));
    if (entry.key !== named[0].line || entry[member] !== share || told.length !== 1)
      throw new Fault("fault.seats");
    if (!bot && (fields.format !== format || fields.handle !== entry.handle)) throw new Fault("fault.seats");
    const taken = [this.serverKey, ...sitting.map(seat => seat.key)];
    if (!bot && taken.some(key => key.name === named[0].name)) throw new Fault("fault.seats");
    const { handle, auth } = entry;
    this.table.sit(entry.seat, { handle, auth, key: named[0], share, join: id }, seq + 1, entry.at);
  },

  async reveal(entry, letters) {
    const seat = this.table.seats.get(entry.seat);
    if (this.start || letters.length !== 1 || !seat) throw new Fault("fault.share");
    const opened = await this.open(letters[0], [seat.key]);
    await this.table.tell(seat, opened, this.heads.slice(0, entry.seq).indexOf(opened.fields.base));
    if (entry.entropy !== seat.told) throw new Fault("fault.share");
  },

  async leave(entry, letters) {
    const seat = this.table.seats.get(entry.seat);
    const sealed = seat && this.table.needsSeal(seat);
    if (this.start || !seat || letters.length > (sealed ? 1 : 0)) throw new Fault("fault.seats");
    const freed = letters.length
      ? this.table.isReason(seat, await this.open(letters[0], [seat.key]), entry.at)
      : !sealed || this.table.isAbsent(seat, entry.at);
    if (!freed) throw new Fault("fault.leave");
    this.table.getUp(entry.seat);
  },

  start(entry, letters, seq) {
    const count = this.genesis.options?.players;
    if (this.start || letters.length || !this.table.full || !isArray(entry.names))
      throw new Fault("fault.seats");
    if (entry.names.length !== count) throw new Fault("fault.seats");
    this.seats = Array.from({ length: count }, (_, number) => this.table.seats.get(number));
    if (this.seats.some(seat => this.table.awaits(seat))) throw new Fault("fault.share");
    for (const seat of this.seats) if (seat.auth !== "bot") this.keyring.register(seat.handle, seat.key);
    this.start = entry;
    this.dealt = this.seats;
    this.names = entry.names;
    this.seating.begin(this.seats);
    this.lastPly = seq;
  },

  async ply(entry, letters, seq) {
    const seat = this.seats[entry.seat];
    if (letters.length !== 1 || !seat || !isArray(entry.turned)) throw new Fault("fault.entry");
    const typed = entry.by === undefined || entry.by === "delegated";
    const held = this.undoing.held?.opened;
    const known = typed ? this.keyring.every : [this.serverKey];
    const { fields, signers } = held ?? (await this.open(letters[0], known));
    this.undoing.waited(entry, letters[0], fields);
    if (fields.format !== "grubenpost-move/1" || fields.by?.kind !== entry.by) throw new Fault("fault.move");
    if (typed && !held && this.mark(seat) !== entry.by) throw new Fault("fault.signer");
    // One that was held was checked when it came.
    if (typed && !held) this.keyring.check(seat.handle, signers[0]);
    if (!typed && !this.allows(fields.by.entry, fields)) throw new Fault("fault.authority");
    if (entry.by === "standing" && this.orders.get(entry.seat) !== fields.by.entry) throw new Fault("fault.orders");
    const head = this.heads.indexOf(fields.base);
    if (fields.ply !== this.plies.length || head < this.lastPly || head >= seq)
      throw new Fault("fault.timely");
    const told =
      [fields.ply, fields.seat].join() === [entry.ply, entry.seat].join() &&
      hides(entry.action, fields.action);
    if (!told) throw new Fault("fault.move");
    this.plies.push({ action: fields.action, ply: fields.ply, seat: fields.seat });
    this.moves.push(entry);
    this.undoing.played(this.leaves[seq], entry);
    this.lastPly = seq;
  },

  async key(entry, letters) {
    if (!letters.length) return this.keyring.recovered(entry.handle, entry.recover, entry.at);
    if (letters.length > 1) throw new Fault("fault.entry");
    return this.keyring.take(await this.open(letters[0], this.keyring.every, false), entry.at);
  },

  async note(entry, letters, seq) {
    const opened = [];
    for (const letter of letters) opened.push(await this.open(letter, [this.serverKey, ...this.keyring.every]));
    if (["bot", "substitute", "return"].includes(entry.about)) this.orders.delete(entry.seat);
    if (["bot", "substitute"].includes(entry.about)) this.vacant.add(entry.seat);
    if (entry.about === "return") this.vacant.delete(entry.seat);
    if (entry.about === "seat" && "how" in entry) this.handOver(entry, opened);
    if (entry.about === "vote" && entry.on === "undo") this.undoing.vote(entry);
    if (entry.about === "held") this.hold(entry, letters, opened, seq);
    if (entry.about === "taken-back") this.takeBack(entry, seq);
    if (entry.about === "clock" && entry.ply !== this.plies.length) throw new Fault("fault.authority");
    if (entry.about !== "standing") return;
    const seat = this.seats?.[entry.seat];
    if (letters.length !== 1 || !seat) throw new Fault("fault.authority");
    const [{ fields, signers }] = opened;
    this.keyring.check(seat.handle, signers[0]);
    if (fields.format === "grubenpost-orders/1" && fields.handle !== seat.handle) throw new Fault("fault.orders");
    this.orders.set(entry.seat, fields.orders === "none" ? null : this.leaves[seq]);
  },

  close(entry, letters, seq) {
    if (letters.length || seq !== this.log.length - 1) throw new Fault("fault.entry");
    this.closed = entry;
  },
};

// What the log shows of a move: the same, with `?` for what is hidden from others.
function hides(open, whole) {
  if (!isText(open) || open === whole) return open === whole;
  const [told, sealed] = [open.split(" "), whole.split(" ")];
  return (
    told.length === sealed.length &&
    told.every((word, number) => word === sealed[number] || /^\?(-\?)?,?$/.test(word))
  );
}
