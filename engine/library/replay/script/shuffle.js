// The fair shuffle: what the server's seed and everyone's entropy give.

const TILE_NAMES = LEVELS.flatMap(colour =>
  ["1", "2"].flatMap(lorries => ["D", "L"].flatMap(side => Array(3).fill(colour + lorries + side))),
);
const SPOTS = { BE: "b bb bbb g gg ggg k kk y ybgk yy", CM: "b bb g gg k kk kkk y ybgk yy yyy" };
const ORDER_NAMES = Object.entries(SPOTS).flatMap(([vehicles, spots]) =>
  [...vehicles].flatMap(letter => spots.split(" ").map(spot => `${letter}-${spot}`)),
);

async function commitment(game, seed) {
  return hex(await sha256(label("grubenpost-seed/1"), field(utf8(game)), field(seed)));
}

// Numbers that follow from a name, the game, the seed and what everyone brought.
class Stream {
  static async open(name, game, seed, mixed) {
    const stream = new Stream();
    stream.key = await hmac(
      seed,
      joined([label("grubenpost-deck/1"), field(utf8(name)), field(utf8(game)), field(mixed)]),
    );
    stream.blocks = 0;
    stream.left = [];
    return stream;
  }

  async byte() {
    if (!this.left.length) {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setUint32(4, this.blocks++);
      this.left = [...(await hmac(this.key, counter))];
    }
    return this.left.shift();
  }

  // A number below n, each as likely; one byte is enough up to 256.
  async below(n) {
    const fair = 256 - (256 % n);
    for (;;) {
      const drawn = n > 1 ? await this.byte() : 0;
      if (drawn < fair) return drawn % n;
    }
  }
}

async function shuffled(names, stream) {
  const order = [...names].sort();
  for (let i = order.length - 1; i > 0; i--) {
    const j = await stream.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

async function deal(game, seed, entropies) {
  const mixed = await sha256(label("grubenpost-mix/1"), ...entropies.map(field));
  const stream = name => Stream.open(name, game, seed, mixed);
  return {
    tiles: await shuffled(TILE_NAMES, await stream("tiles")),
    orders: await shuffled(ORDER_NAMES, await stream("orders")),
    start: await (await stream("start")).below(entropies.length),
  };
}
