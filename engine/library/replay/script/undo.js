// Moves that are taken back: held ones before they are played, others with the consent of all.

class Undoing {
  constructor(window) {
    Object.assign(this, { window, held: null, times: 0, last: null, votes: new Map() });
  }

  // A move that is not played yet: its letter is the one that the next ply has to have.
  hold(entry, letter, leaf, opened) {
    const { fields } = opened;
    const good =
      this.window &&
      !this.held &&
      fields.format === "grubenpost-move/1" &&
      fields.seat === entry.seat &&
      fields.ply === entry.ply &&
      entry.until === entry.at + this.window;
    if (!good) throw new Fault("fault.undo");
    this.held = { letter, leaf, until: entry.until, seat: entry.seat, opened };
  }

  // The letter of a ply if it was held before, after a check that it waited, and that nothing overtook it.
  waited({ at, by }, letter, fields) {
    if (this.held && (this.held.letter !== letter || at < this.held.until)) throw new Fault("fault.undo");
    const typed = by === undefined || by === "delegated";
    const waits = this.window && typed && this.times < 3 && !/ draw$/.test(fields.action);
    if (waits && !this.held) throw new Fault("fault.undo");
  }

  played(leaf, entry) {
    Object.assign(this, { held: null, times: 0, last: { leaf, entry } });
    this.votes.clear();
  }

  vote({ seat, choice }) {
    if (choice !== this.last?.leaf) throw new Fault("fault.undo");
    this.votes.set(seat, choice);
  }

  // Whether the last ply is undone; a held move is only dropped.
  takeBack(entry, people) {
    if (this.held) {
      if (entry.entry !== this.held.leaf || entry.seat !== this.held.seat) throw new Fault("fault.undo");
      Object.assign(this, { held: null, times: this.times + 1 });
      return false;
    }
    const { last } = this;
    const all = last?.leaf === entry.entry && people.every(seat => this.votes.has(seat));
    if (!all || last.entry.seat !== entry.seat || last.entry.turned.length || / draw$|^keep /.test(last.entry.action))
      throw new Fault("fault.undo");
    this.last = null;
    this.votes.clear();
    return true;
  }
}
