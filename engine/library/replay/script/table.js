// The table before the start: who sits where, what each brings to the shuffle, and how a seat becomes free.

const ABSENT = 7 * 24 * 3600;

class Table {
  constructor(genesis) {
    this.genesis = genesis;
    this.commits = genesis.format === "grubenpost-log/2";
    this.seats = new Map();
    this.fullSince = null;
    this.fullSize = 0;
  }

  get full() {
    return this.seats.size === this.genesis.options?.players;
  }

  get freeSeat() {
    return [0, 1, 2, 3].find(number => !this.seats.has(number));
  }

  sit(number, seat, size, at) {
    this.seats.set(number, { ...seat, known: seat.share, steps: 1, told: "" });
    if (this.full) [this.fullSince, this.fullSize] = [at, size];
  }

  // A seat's entropy: in an old log what it joined with, else what it told; empty where the server speaks.
  entropy({ share, told }) {
    return this.commits ? told : share;
  }

  // Whether a share is still to come from a seat.
  awaits(seat) {
    return this.commits && seat.share !== "" && !seat.told;
  }

  // A link so many places nearer to what the player committed to when joining.
  async stepped({ handle, key }, share, times) {
    const { server, game } = this.genesis;
    const owner = [utf8(server), utf8(game), utf8(handle), key.raw].map(field);
    let link = unhex(share);
    for (let n = 0; n < times; n++) link = await sha256(label("grubenpost-share/1"), ...owner, link);
    return hex(link);
  }

  async tell(seat, { fields, signers }, head) {
    const mine =
      seat &&
      fields.format === "grubenpost-reveal/1" &&
      fields.handle === seat.handle &&
      signers[0].name === seat.key.name;
    if (!mine || !this.full || !this.awaits(seat) || head < this.fullSize - 1) throw new Fault("fault.share");
    if (!isHex(fields.entropy, 32) || (await this.stepped(seat, fields.entropy, seat.steps)) !== seat.known)
      throw new Fault("fault.share");
    seat.told = fields.entropy;
  }

  // Whether the server's word alone frees a seat.
  needsSeal({ auth }) {
    return this.commits && auth === "key";
  }

  isAbsent(seat, at) {
    return this.awaits(seat) && this.hasWaited(at);
  }

  hasWaited(at) {
    return this.fullSince !== null && at - this.fullSince >= ABSENT;
  }

  // Whether a letter says that its owner leaves, or lets go of the key that the seat was taken with.
  isReason(seat, { fields, named, signers }, at) {
    if (fields.handle !== seat.handle) return false;
    const own = key => key?.name === seat.key.name;
    switch (fields.format) {
      case "grubenpost-leave/1":
        return own(signers[0]) && fields.join === seat.join;
      case "grubenpost-rotate/1":
      case "grubenpost-revoke/1":
        return own(named[0]);
      case "grubenpost-request/1":
        return own(signers[0]) && fields.text === "forget me";
      case "grubenpost-recover/1":
        return !this.full || this.hasWaited(at);
      default:
        return false;
    }
  }

  // At a full table, what was told is worth nothing any more, and the next link is due.
  getUp(number) {
    if (this.full)
      for (const seat of this.seats.values()) {
        if (seat.told) Object.assign(seat, { known: seat.told, steps: 0, told: "" });
        seat.steps++;
      }
    this.seats.delete(number);
    this.fullSince = null;
  }
}
