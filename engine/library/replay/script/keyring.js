// Which key speaks for a handle, as the key letters in the log say.

const DELAY = 259200;

const folded = handle => handle.toLowerCase().replace(/0/g, "o").replace(/[1i]/g, "l");

class Keyring {
  constructor() {
    this.holders = new Map();
    this.taken = new Set();
    this.every = [];
  }

  // A key is taken once, for ever.
  claim(key) {
    if (this.taken.has(key.name)) throw new Fault("fault.keyLetter");
    this.taken.add(key.name);
    this.every.push(key);
  }

  register(handle, key) {
    this.claim(key);
    this.holders.set(handle, { key, keys: 1, recovery: null });
  }

  holder(handle) {
    const found = this.holders.get(handle);
    if (!found) throw new Fault("fault.keyLetter");
    return found;
  }

  // Refuses a key that is not in force.
  check(handle, key) {
    if (this.holder(handle).key?.name !== key.name) throw new Fault("fault.signer");
  }

  begin(holder, key) {
    Object.assign(holder, { key, keys: holder.keys + 1, recovery: null });
  }

  take({ fields, named, signers, id }, at) {
    const holder = this.holder(fields.handle);
    switch (fields.format) {
      case "grubenpost-rotate/1":
        this.check(fields.handle, named[0]);
        this.claim(named[1]);
        return this.begin(holder, named[1]);
      case "grubenpost-revoke/1":
        this.check(fields.handle, named[0]);
        holder.key = null;
        return undefined;
      case "grubenpost-recover/1":
        this.claim(named[0]);
        holder.recovery = { key: named[0], id, at };
        return undefined;
      case "grubenpost-veto/1":
        this.check(fields.handle, signers[0]);
        if (holder.recovery?.id !== fields.recover) throw new Fault("fault.keyLetter");
        holder.recovery = null;
        return undefined;
      default:
        throw new Fault("fault.keyLetter");
    }
  }

  recovered(handle, id, at) {
    const holder = this.holder(handle);
    if (holder.recovery?.id !== id || at < holder.recovery.at + DELAY) throw new Fault("fault.keyLetter");
    this.begin(holder, holder.recovery.key);
  }
}
