// A player's pit as a cross-section: the cage in its shaft, the levels left (light) and right (dark).

const WIDE = 380;
const SURFACE = 62;
const LEVEL = 45;
const SHAFT = 52;
const MIDDLE = WIDE / 2;
const HALF = (WIDE - SHAFT) / 2;

// Where the cage hangs; 0 is the surface.
const cageTop = depth => (depth ? SURFACE + 8 + (depth - 1) * LEVEL : SURFACE - 40);

// The lorries of a level on one side, the nearest to the shaft first: the pit's own, then those on tiles.
function lorriesOn(tiles, level, light) {
  const groups = tiles
    .filter(([colour, , side]) => colour === LEVELS[level] && (side === "L") === light)
    .map(name => Number(name[1]));
  return box.ownLight[level] === light ? [0, ...groups] : groups;
}

// One side of a level; takes cubes off `loads` as it fills its lorries.
function tunnel(groups, level, light, loads) {
  const count = groups.reduce((sum, lorries) => sum + Math.max(lorries, 1), 0);
  const gaps = groups.length * 5;
  const width = Math.min(26, (HALF - 12 - gaps) / Math.max(count, 1));
  const y = SURFACE + 6 + level * LEVEL;
  const parts = [
    svg("rect", {
      class: light ? "tunnel light" : "tunnel dark",
      x: light ? 4 : MIDDLE + SHAFT / 2,
      y,
      width: HALF - 4,
      height: LEVEL - 7,
      rx: 3,
    }),
  ];
  parts.push(
    svg("path", {
      class: "rails",
      d: `M${light ? 6 : MIDDLE + SHAFT / 2 + 2} ${y + LEVEL - 11}h${HALF - 8}`,
    }),
  );
  let from = SHAFT / 2 + 6;
  for (const lorries of groups) {
    const span = Math.max(lorries, 1) * width;
    const left = light ? MIDDLE - from - span : MIDDLE + from;
    if (lorries) parts.push(svg("path", { class: "plate", d: `M${left + 1} ${y + LEVEL - 9}h${span - 2}` }));
    for (let one = 0; one < Math.max(lorries, 1); one++) {
      const load = loads.length ? loads.shift() : "";
      parts.push(lorry(LEVELS[level], load, left + one * width, y + LEVEL - 11 - width * 0.95, width));
    }
    from += span + 5;
  }
  return parts;
}

function levels(scene, seat) {
  const tiles = list(scene[`pit${seat}.tiles`]);
  const loaded = scene[`pit${seat}.loaded`].split(",");
  return LEVELS.map((letter, level) => {
    const loads = [...loaded[level]];
    const own = box.ownLight[level];
    // The side with the pit's own lorry is filled first, so that every cube finds a place.
    const first = tunnel(lorriesOn(tiles, level, own), level, own, loads);
    return [
      first,
      tunnel(lorriesOn(tiles, level, !own), level, !own, loads),
      written(MIDDLE, SURFACE + 32 + level * LEVEL, 13, letter, "level"),
    ];
  });
}

// Cubes in a heap, several rows of them if they are many.
const heap = (letters, x, y, across, size) =>
  [...letters].map((letter, number) =>
    cube(
      letter,
      x + (number % across) * (size + 1),
      y - (Math.floor(number / across) + 1) * (size + 1),
      size,
    ),
  );

// What stands still while the game goes on.
const scenery = seat => [
  svg("rect", { class: "sky", width: WIDE, height: SURFACE, rx: 10 }),
  svg("circle", { class: "sun", cx: 128, cy: 20, r: 9 }),
  svg("path", {
    class: "hills",
    d: `M0 ${SURFACE}V48Q40 34 84 46T170 44T262 42T340 40T${WIDE} 46V${SURFACE}Z`,
  }),
  svg("path", {
    class: "house",
    d: `M252 ${SURFACE}V36L272 24L292 36V${SURFACE}ZM296 ${SURFACE}V16H304V${SURFACE}Z`,
  }),
  svg("path", { class: "window", d: "M259 42h8v8h-8zM275 42h8v8h-8z" }),
  svg("path", { class: "bin", d: `M9 36V${SURFACE - 2}H125V36` }),
  svg("rect", { class: "rock", y: SURFACE, width: WIDE, height: 4 * LEVEL + 6, rx: 10 }),
  svg("path", { class: "grass", d: `M0 ${SURFACE}H${WIDE}` }),
  svg("path", {
    class: "headframe",
    d: `M${MIDDLE - 34} ${SURFACE}L${MIDDLE - 8} 12M${MIDDLE + 34} ${SURFACE}L${MIDDLE + 8} 12M${MIDDLE - 25} 44H${MIDDLE + 25}`,
  }),
  svg("rect", { class: "shaft", x: MIDDLE - SHAFT / 2, y: SURFACE, width: SHAFT, height: 4 * LEVEL + 2 }),
  svg("circle", { class: "wheel", cx: MIDDLE, cy: 11, r: 8 }),
  svg("path", { class: "wheel", d: `M${MIDDLE - 8} 11h16M${MIDDLE} 3v16` }),
  svg("g", { class: "mark" }, worker(seat, WIDE - 22, 26, 1.15)),
];

function storage(letters) {
  const size = letters.length > 20 ? 9 : 13;
  return [
    heap(letters, 14, SURFACE - 2, letters.length > 20 ? 13 : 8, size),
    letters ? null : written(67, SURFACE - 9, 10, say("storage"), "onsky"),
  ];
}

const cageFrame = () => [
  svg("path", { class: "rope", d: "M0 -300V0" }),
  svg("path", { class: "cage", d: "M-19 36V6L-8 0H8L19 6V36Z" }),
];

// Cages stay the same element, so that they can glide. For all orders that a player will hold at once, and all
// that will be delivered, there is room from the beginning: nothing moves from step to step.
class Pit {
  constructor(seat) {
    this.seat = seat;
    this.drawn = {};
    this.levels = svg("g");
    this.stored = svg("g");
    this.load = svg("g");
    this.cage = svg("g", { class: "moving" }, cageFrame(), this.load);
    const clip = svg(
      "clipPath",
      { id: `below${seat}` },
      svg("rect", { y: 12, width: WIDE, height: SURFACE + 4 * LEVEL }),
    );
    this.section = picture(
      WIDE,
      SURFACE + 4 * LEVEL + 6,
      "section",
      "",
      clip,
      scenery(seat),
      this.levels,
      this.stored,
      svg("g", { "clip-path": `url(#below${seat})` }, this.cage),
    );
    this.facts = html("dl", { class: "facts" });
    this.orders = html("ul", { class: "cards" });
    this.room = Math.max(...scenes.map(scene => list(scene[`pit${seat}.orders`]).length));
    this.delivered = html("p", { class: "delivered" });
    this.all = list(scenes[LAST][`pit${seat}.delivered`]);
    this.turn = html("span", { class: "turn" });
    this.panel = html(
      "section",
      { class: `pit of-${seat}`, "aria-label": say("pitOf", { who: players[seat].name }) },
      html("h3", {}, sign(seat), html("bdi", {}, players[seat].name), this.turn),
      this.facts,
      this.section,
      this.orders,
      this.delivered,
    );
  }

  // Whether something has changed since it was drawn.
  changed(name, ...values) {
    const what = JSON.stringify(values);
    const differs = this.drawn[name] !== what;
    this.drawn[name] = what;
    return differs;
  }

  draw(scene, way) {
    const of = name => scene[`pit${this.seat}.${name}`];
    if (this.changed("levels", of("tiles"), of("loaded")))
      this.levels.replaceChildren(...levels(scene, this.seat).flat(2));
    if (this.changed("storage", of("storage")))
      this.stored.replaceChildren(...storage(of("storage")).flat().filter(Boolean));
    if (this.changed("cage", of("cage"))) this.load.replaceChildren(...heap(of("cage"), -16, 35, 3, 10));
    this.hang(of("depth"), way);
    this.tell(scene, of);
    if (this.changed("orders", of("orders"))) {
      const held = list(of("orders"));
      const free = Array.from({ length: this.room - held.length }, () =>
        html("li", { class: "away", "aria-hidden": "true" }, svg("svg", { viewBox: "0 0 64 44", class: "card-picture", "aria-hidden": "true" })),
      );
      this.orders.replaceChildren(...held.map(text => html("li", {}, cardPicture(text))), ...free);
    }
    const delivered = list(of("delivered"));
    if (this.changed("delivered", of("delivered"))) {
      const later = this.all.slice(delivered.length).join(" ");
      this.delivered.replaceChildren(
        html("span", {}, `${say("delivered")} `),
        html("code", {}, delivered.length ? `${delivered.join(" ")} ` : ""),
        delivered.length ? "" : html("span", { class: "none" }, say("none")),
        html("code", { class: "away", "aria-hidden": "true" }, later),
      );
    }
  }

  // The cage glides; after mining it goes the whole way that it went.
  hang(depth, way) {
    const place = level => `translate(${MIDDLE}px, ${cageTop(level)}px)`;
    this.cage.style.transform = place(depth);
    if (way.length < 2 || !this.cage.animate) return;
    this.cage.animate(
      way.map(level => ({ transform: place(level) })),
      { duration: Math.min(260 * (way.length - 1), 1200) / travel.speed, easing: "ease-in-out" },
    );
  }

  tell(scene, of) {
    const facts = [
      ["vp", scene.vp[this.seat]],
      ["marks", of("money")],
      ["workersLeft", scene.workers[this.seat]],
    ];
    const turn = scene.phase !== "over" && scene.turn === this.seat;
    if (
      !this.changed(
        "facts",
        facts,
        turn,
        scene.shift && scene.start === this.seat,
        of("cage"),
        of("depth"),
        of("storage"),
        of("loaded"),
      )
    )
      return;
    this.facts.replaceChildren(
      ...facts.map(([key, value]) => html("div", {}, html("dt", {}, say(key)), html("dd", {}, value))),
    );
    this.turn.textContent = [
      scene.shift && scene.start === this.seat ? say("starts") : "",
      turn ? say("toMove") : "",
    ]
      .filter(Boolean)
      .join(" · ");
    this.panel.classList.toggle("active", turn);
    this.section.setAttribute("aria-label", this.words(of));
  }

  words(of) {
    const loaded = of("loaded")
      .split(",")
      .map((letters, level) => `${say(`colour.${LEVELS[level]}`)}: ${cubeWords(letters)}`)
      .join("; ");
    const depth = of("depth");
    return say("pitWords", {
      who: players[this.seat].name,
      place: depth ? say("atLevel", { colour: say(`colour.${LEVELS[depth - 1]}`) }) : say("atTop"),
      cage: cubeWords(of("cage")),
      storage: cubeWords(of("storage")),
      loaded,
      tiles: of("tiles") || say("none"),
    });
  }
}

// The levels that a cage passed in a ply, from where it hung before.
function wayOf(index, seat) {
  const ply = plies[index - 1];
  if (!ply || ply.seat !== seat || !ply.action.startsWith("mine")) return [];
  const stops = [...ply.action.matchAll(/\bto (top|[ybgk])\b/g)].map(
    ([, place]) => LEVELS.indexOf(place) + 1,
  );
  return [scenes[index - 1][`pit${seat}.depth`], ...stops];
}
