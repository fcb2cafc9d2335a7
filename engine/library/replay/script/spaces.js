// The board: worker spaces area by area, with what lies there and who stands there.

const AREAS = ["factory", "orders", "mining", "delivery", "money"];

// What a space offers, drawn, and in words.
const OFFERS = {
  factory(name, row, scene) {
    const on = list(scene.tiles)[row];
    if (name === "draw")
      return [drawFive("tile", scene.tile_stack), say("drawTiles", { n: scene.tile_stack })];
    return on
      ? [at(0, 0, tile(on, 10, 20), coin(box.price[on], 67, 12)), tileWords(on)]
      : [null, say("empty")];
  },
  orders(name, row, scene) {
    if (name === "draw")
      return [drawFive("card", scene.card_stack), say("drawOrders", { n: scene.card_stack })];
    const on = list(scene.cards)[row];
    return on ? [card(on, 8, 17), cardWords(on)] : [null, say("empty")];
  },
  mining(name) {
    const pick = svg("path", { class: "vehicle", d: "M26 52L50 24M34 21Q46 18 56 31M34 21Q45 24 50 24" });
    return [at(0, 0, pick, written(62, 56, 20, name, "strong")), say("mineSteps", { n: name })];
  },
  delivery(name) {
    const letter = name[0].toUpperCase();
    const words = say("deliverBy", { vehicle: say(`vehicle.${letter}`) });
    return [at(0, 0, vehicle(letter, 15, 24, 1.8), written(13, 20, 12, letter, "strong")), words];
  },
  money: name => [coin(name, 40, 38, 17), say("takeMarks", { n: name })],
};

const drawFive = (kind, left) =>
  at(
    0,
    0,
    [2, 1, 0].map(back =>
      svg("rect", {
        class: `back back-${kind}`,
        x: 14 + back * 4,
        y: 20 + back * 3,
        width: 40,
        height: 30,
        rx: 4,
      }),
    ),
    written(34, 40, 15, left, "strong onback"),
  );

// Who stands there and how many it takes now.
function standing(there) {
  if (!there) return [written(52, 84, 11, "1", "next"), person(66, 84)];
  const [seat, count] = there;
  return [
    worker(seat, 18, 79, 0.85),
    written(37, 84, 13, `×${count}`, "strong"),
    written(57, 84, 11, count + 1, "next"),
    person(69, 84),
  ];
}

const person = (x, y) =>
  svg("path", {
    class: "person",
    d: `M${x} ${y - 9}a2.8 2.8 0 1 1 .01 0M${x - 4.5} ${y + 1}v-3.500a4.5 4.5 0 0 1 9 0v3.500z`,
  });

function cell(space, scene, used) {
  const there = scene[`space${box.spaces.indexOf(space)}`];
  const title = say(`space.${space.area}`, { name: spaceName(space) });
  if (space.locked) {
    const label = say("locked", { space: title });
    return picture(
      80,
      94,
      "cell locked",
      label,
      svg("rect", { class: "ground", width: 78, height: 92, x: 1, y: 1, rx: 8 }),
      lock(40, 44),
    );
  }
  const [drawn, offer] = OFFERS[space.area](space.name, space.row, scene);
  const who = there
    ? say("stands", { who: players[there[0]].name, n: there[1], next: there[1] + 1 })
    : say("nobody");
  return picture(
    80,
    94,
    used ? "cell used" : "cell",
    `${title}: ${offer}. ${who}`,
    svg("rect", { class: "ground", width: 78, height: 92, x: 1, y: 1, rx: 8 }),
    svg("path", { class: "divide", d: "M8 66H72" }),
    drawn,
    box.spaces.indexOf(space) < 8 || (space.area === "orders" && space.name !== "draw")
      ? written(10, 14, 10, space.name, "faint")
      : null,
    standing(there),
  );
}

const spaceName = space =>
  space.area === "delivery"
    ? say(`vehicle.${space.name[0].toUpperCase()}`)
    : space.name === "draw"
      ? say("drawFive")
      : space.name;

// The bank takes any number of workers of everyone, and nobody is ousted.
function bankCell(scene, used) {
  const words = seats.map(seat => `${players[seat].name} ${scene.bank[seat]}`).join(", ");
  return picture(
    80,
    94,
    used ? "cell used" : "cell",
    say("bankWords", { workers: words }),
    svg("rect", { class: "ground", width: 78, height: 92, x: 1, y: 1, rx: 8 }),
    written(40, 17, 11, say("bank"), "faint"),
    coin(1, 40, 33, 11),
    svg("path", { class: "divide", d: "M8 49H72" }),
    seats.map(seat => {
      const [x, y] = [seat % 2 ? 50 : 14, seat < 2 ? 61 : 81];
      return [
        worker(seat, x, y, 0.62),
        written(x + 15, y + 4.5, 12, scene.bank[seat], scene.bank[seat] ? "strong" : "faint"),
      ];
    }),
  );
}

// The canteen: how many workers of each player are there.
const gathering = (title, counts) =>
  html(
    "li",
    { class: "gathering" },
    html("h3", {}, title),
    html(
      "ul",
      {},
      seats.map(seat =>
        html(
          "li",
          {},
          sign(seat),
          html("span", { class: "unseen" }, `${players[seat].name}: `),
          html("b", {}, counts[seat]),
        ),
      ),
    ),
  );

// Draws only the spaces that changed.
const board = {
  drawn: new Map(),
  shows: {},
  lay() {
    this.drawn.clear();
    this.shows = {};
    $("board").replaceChildren(
      ...AREAS.map(area => {
        const spaces = box.spaces.filter(space => space.area === area);
        const cells = spaces.map(space => html("li"));
        spaces.forEach((space, row) => this.drawn.set(space, { cell: cells[row], what: "" }));
        if (area === "money") cells.push(html("li", { id: "bank" }));
        return html(
          "section",
          { class: `area area-${area}` },
          html("h3", {}, say(`area.${area}`)),
          html("ul", { class: "cells" }, cells),
        );
      }),
    );
  },
  draw(scene, used, banked) {
    for (const [space, place] of this.drawn) {
      const index = box.spaces.indexOf(space);
      const what = [scene[`space${index}`], index === used, this.lies(space, scene)].join();
      if (what === place.what) continue;
      place.what = what;
      place.cell.replaceChildren(cell(space, scene, index === used));
    }
    this.again("bank", [scene.bank, banked], () => [bankCell(scene, banked)]);
    this.again("gatherings", [scene.canteen, scene.coal], () => [
      gathering(say("canteen"), scene.canteen),
      supply(scene),
    ]);
  },
  // Fills a place anew if what it shows has changed.
  again(id, shows, make) {
    const what = JSON.stringify(shows);
    if (this.shows[id] === what) return;
    this.shows[id] = what;
    $(id).replaceChildren(...make());
  },
  lies(space, scene) {
    if (space.area === "factory")
      return space.name === "draw" ? scene.tile_stack : list(scene.tiles)[space.row];
    if (space.area === "orders")
      return space.name === "draw" ? scene.card_stack : list(scene.cards)[space.row];
    return "";
  },
};

const supply = scene =>
  html(
    "li",
    { class: "gathering" },
    html("h3", {}, say("supply")),
    html(
      "ul",
      {},
      LEVELS.map((letter, level) =>
        html(
          "li",
          {},
          picture(16, 16, "one-cube", say(`colour.${letter}`), cube(letter, 1, 1)),
          html("b", {}, scene.coal[level]),
        ),
      ),
    ),
  );

// Cards on offer in the draft, or what a draw-five shows: in the place of the canteen and the supply.
function drawOffer(scene, index) {
  const offered = list(scene.draft || scene.drawn);
  $("offer").classList.toggle("away", !offered.length);
  $("gatherings").classList.toggle("away", offered.length > 0);
  if (!offered.length) return $("offer").replaceChildren();
  const title = scene.draft ? say("onOffer") : say("drawn", { who: players[scene.turn].name });
  return $("offer").replaceChildren(
    html("h3", {}, title),
    scrolling(title, html("ul", { class: "cards" }, offered.map(offerPicture))),
  );
}

const offerPicture = name =>
  html(
    "li",
    {},
    name.includes("-")
      ? cardPicture(name)
      : picture(60, 34, "tile-picture", tileWords(name), tile(name, 0, 0)),
  );
