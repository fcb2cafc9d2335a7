// Seats that change hands in a game under way: who sits there from then on, and by what right.

class Seating {
  constructor(options) {
    Object.assign(this, { options, loans: new Map(), sat: new Map() });
  }

  begin(seats) {
    seats.forEach(({ handle }, number) => this.sat.set(folded(handle), number));
  }

  // The player whom a note gives a seat: by a join letter, or because the time is over for which it was lent.
  holder(entry, [joined]) {
    const loan = this.loans.get(entry.seat);
    if (entry.how === "back" && !joined && loan && entry.at >= loan.until) return loan.owner;
    const auths = this.options.auth === "key" ? ["key"] : ["key", "mailbox"];
    if (!/^grubenpost-join\/[12]$/.test(joined?.fields.format) || !auths.includes(entry.auth))
      throw new Fault("fault.seats");
    return { handle: joined.fields.handle, auth: entry.auth, key: joined.named[0] };
  }

  check(entry, taken, seats) {
    const { seat: number, handle, auth, key } = entry;
    const same = taken.handle === handle && taken.auth === auth && taken.key.line === key;
    const other = seats.some(
      (sits, place) =>
        place !== number && (folded(sits.handle) === folded(handle) || sits.key.name === taken.key.name),
    );
    const knows = (this.sat.get(folded(handle)) ?? number) !== number;
    if (!same || other || knows || !isHex(entry.name, 32)) throw new Fault("fault.seats");
  }

  // Whether the note says by what right; whether its player asked for it is checked by whoever knows the keys.
  isRight({ seat: number, handle, how, until, at }, present, vacant) {
    const loan = this.loans.get(number);
    if (how === "open") return vacant && present.auth !== "bot";
    if (how === "back") return loan?.owner.handle === handle;
    const lent = how === "lent" && Number.isInteger(until) && until > at;
    return (how === "given" || lent) && !vacant && !loan && present.handle !== handle;
  }

  take({ seat, handle, how, until }, present) {
    this.sat.set(folded(handle), seat);
    this.loans.delete(seat);
    if (how === "lent") this.loans.set(seat, { owner: present, until });
  }
}

// Whether a sealed request gives a seat of its writer to this player.
function offersSeat({ fields }, owner, entry, game) {
  if (fields.format !== "grubenpost-request/1" || fields.handle !== owner) return false;
  const offers = [...fields.text.matchAll(/substitute\s+(\S+)\s+(\S+)(?:\s+until\s+(\S+))?/gi)];
  return offers.some(
    ([, which, who, until]) =>
      which.toLowerCase() === game &&
      folded(who.replace(/;+$/, "")) === folded(entry.handle) &&
      Boolean(until) === (entry.how === "lent"),
  );
}
