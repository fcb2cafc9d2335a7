// The pieces of the game. Nothing is told by colour alone: cubes carry letters, players a shape and a letter.

const cube = (letter, x, y, size = 14) =>
  svg(
    "g",
    { class: `cube cube-${letter}`, transform: `translate(${x} ${y})` },
    svg("rect", { width: size, height: size, rx: size * 0.16 }),
    svg("rect", {
      class: "shine",
      x: size * 0.1,
      y: size * 0.08,
      width: size * 0.8,
      height: size * 0.18,
      rx: size * 0.09,
    }),
    written(size / 2, size * 0.79, size * 0.72, letter),
  );

const freeSpot = (letter, x, y, size = 14) =>
  svg(
    "g",
    { class: `spot cube-${letter}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: 0.6, y: 0.6, width: size - 1.2, height: size - 1.2, rx: size * 0.16 }),
    written(size / 2, size * 0.77, size * 0.66, letter),
  );

// Two cubes of any colour on one spot.
const pairOfCubes = (letters, x, y, size) =>
  [...letters].map((letter, number) =>
    cube(letter, x + number * size * 0.42, y + number * size * 0.42, size * 0.62),
  );

const SHAPES = [
  () => svg("circle", { r: 11 }),
  () => svg("rect", { x: -10, y: -10, width: 20, height: 20, rx: 3 }),
  () => svg("path", { d: "M-6 -11H6L12 0L6 11H-6L-12 0Z" }),
  () => svg("path", { d: "M0 -13.5L13.5 0L0 13.5L-13.5 0Z" }),
];

// A player's sign, or workers of that player: so many.
const worker = (seat, x, y, size = 1) =>
  svg(
    "g",
    { class: `seat seat-${seat}`, transform: `translate(${x} ${y}) scale(${size})` },
    SHAPES[seat](),
    written(0, 4.6, 13, players[seat].mark),
  );

const sign = seat =>
  svg("svg", { viewBox: "-14 -14 28 28", class: "sign", "aria-hidden": "true" }, worker(seat, 0, 0));

const VEHICLES = {
  B: "M2 5L8 5L11 11L20 11L24 4L9.5 4M20 11L24 15M5 5L2 3M11 11L9 12",
  C: "M3 4L25 4L23 11L5 11ZM25 6L29 4",
  M: "M2 12L2 6L16 6L16 12ZM16 12L16 2L22 2L26 7L26 12Z",
  E: "M4 12L4 2L11 2L11 6L25 6L25 12ZM20 6L20 1L23 1L23 6M25 9L28 12L25 12",
};
const WHEELS = {
  B: [[8, 14]],
  C: [
    [8, 13],
    [20, 13],
  ],
  M: [
    [7, 13],
    [21, 13],
  ],
  E: [
    [8, 14],
    [14, 14],
    [20, 14],
  ],
};

const vehicle = (letter, x, y, size = 1) =>
  svg(
    "g",
    { class: "vehicle", transform: `translate(${x} ${y}) scale(${size})` },
    svg("path", { d: VEHICLES[letter] }),
    WHEELS[letter].map(([cx, cy]) => svg("circle", { cx, cy, r: letter === "E" ? 2.4 : 3 })),
  );

// A lorry of a level, 24 by 23, with a cube on it or none.
const lorry = (level, load, x, y, width) =>
  svg(
    "g",
    { class: `lorry lorry-${level}`, transform: `translate(${x} ${y}) scale(${width / 24})` },
    load ? cube(load, 5.5, 0, 13) : null,
    svg("path", { d: load ? "M1 11.5H23L20.5 19H3.5Z" : "M1 9H23L20.5 19H3.5Z" }),
    svg("circle", { cx: 7.5, cy: 20.3, r: 2.4 }),
    svg("circle", { cx: 16.5, cy: 20.3, r: 2.4 }),
    load ? null : written(12, 16.6, 8, level, "faint"),
  );

const coin = (marks, x, y, radius = 9) =>
  svg(
    "g",
    { class: "coin", transform: `translate(${x} ${y})` },
    svg("circle", { r: radius }),
    written(0, radius * 0.42, radius * 1.2, marks),
  );

const points = (vp, x, y) =>
  svg(
    "g",
    { class: "points", transform: `translate(${x} ${y})` },
    svg("path", { d: "M-10 -8H10V3L0 9L-10 3Z" }),
    written(0, 3.4, 11, vp),
  );

const lock = (x, y) =>
  svg(
    "g",
    { class: "lock", transform: `translate(${x} ${y})` },
    svg("path", { d: "M-5 -2V-6A5 5 0 0 1 5 -6V-2" }),
    svg("rect", { x: -8, y: -2, width: 16, height: 12, rx: 2 }),
  );

// A tunnel tile, 60 by 34.
const tile = (name, x, y) => {
  const [level, lorries, side] = name;
  const places = lorries === "1" ? [18] : [5, 31];
  return svg(
    "g",
    { class: `tile tile-${side}`, transform: `translate(${x} ${y})` },
    svg("rect", { width: 60, height: 34, rx: 4 }),
    svg("path", { class: "rails", d: "M3 27.500H57" }),
    places.map(left => lorry(level, level, left, 6, 24)),
  );
};

// An order: which of its spots are free, and the cubes on the others.
function readOrder(text) {
  const [name, free = null, held = ""] = text.split(":");
  const spots = [...name.slice(2)];
  const left = [...(free ?? spots)];
  const open = spots.map(letter => {
    const found = left.indexOf(letter);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
  const cubes = [...held];
  const take = letter => cubes.splice(cubes.indexOf(letter), 1)[0];
  const loads = spots.map((letter, spot) => (open[spot] ? "" : cubes.includes(letter) ? take(letter) : null));
  return { name, spots, loads: loads.map(load => load ?? cubes.splice(0, 2).join("")) };
}

// An order card, 64 by 44.
function card(text, x = 0, y = 0) {
  const { name, spots, loads } = readOrder(text);
  const size = spots.length > 3 ? 13.5 : 15;
  const begin = 32 - (spots.length * (size + 1.5) - 1.5) / 2;
  const complete = loads.every(load => load);
  return svg(
    "g",
    { class: complete ? "card complete" : "card", transform: `translate(${x} ${y})` },
    svg("rect", { width: 64, height: 44, rx: 5 }),
    written(8, 13, 11, name[0], "strong"),
    vehicle(name[0], 14, 3.5, 0.85),
    points(box.vp[name], 53, 10),
    spots.map((letter, spot) => {
      const left = begin + spot * (size + 1.5);
      if (!loads[spot]) return freeSpot(letter, left, 24, size);
      return loads[spot].length > 1
        ? pairOfCubes(loads[spot], left, 24, size)
        : cube(loads[spot], left, 24, size);
    }),
  );
}

const cubeWords = letters =>
  letters === ""
    ? say("none")
    : LEVELS.filter(letter => letters.includes(letter))
        .map(letter => `${say(`colour.${letter}`)} ${[...letters].filter(one => one === letter).length}`)
        .join(", ");

const tileWords = name =>
  say("tile", {
    name,
    colour: say(`colour.${name[0]}`),
    n: name[1],
    side: say(`side.${name[2]}`),
    marks: box.price[name],
  });

function cardWords(text) {
  const { name, loads } = readOrder(text);
  const facts = {
    name,
    vehicle: say(`vehicle.${name[0]}`),
    vp: box.vp[name],
    cubes: cubeWords(name.slice(2)),
  };
  const filled = loads.filter(load => load).length;
  if (filled === loads.length) return say("order.complete", facts);
  return filled ? say("order.begun", { ...facts, n: filled, all: loads.length }) : say("order", facts);
}

// An order card as a drawing of its own.
const cardPicture = text => picture(64, 44, "card-picture", cardWords(text), card(text));
