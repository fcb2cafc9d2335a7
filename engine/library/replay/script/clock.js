// The shift clock: twelve elements like the hours, four to a shift, and a hand that goes on with the game.

function elementSign(element, x, y) {
  const letter = element.count === "vehicle" ? element.of[0].toUpperCase() : letterOf(element.of);
  if (element.count === "spots") return cube(letter, x - 8, y - 8, 16);
  if (element.count === "vehicle") return at(x, y, vehicle(letter, -13, -8, 0.9));
  return lorry(letter, "", x - 12, y - 12, 24);
}

const letterOf = colour => ({ yellow: "y", brown: "b", gray: "g", black: "k" })[colour];

function elementWords({ count, of }) {
  if (count === "vehicle") return say("element.vehicle", { vehicle: say(`vehicle.${of[0].toUpperCase()}`) });
  return say(`element.${count}`, { colour: say(`colour.${letterOf(of)}`) });
}

// How much of a shift is over: the part of the workers that is placed.
function progress(scene) {
  if (scene.phase === "over") return 3;
  if (!scene.shift) return 0;
  const all = shown.opening.workers.reduce((sum, n) => sum + n, 0);
  return scene.shift - 1 + (all - scene.workers.reduce((sum, n) => sum + n, 0)) / all;
}

const around = (radius, turn) => [
  120 + radius * Math.sin(turn * 2 * Math.PI),
  120 - radius * Math.cos(turn * 2 * Math.PI),
];

function sector(shift, scene) {
  const [x, y] = around(112, (shift - 1) / 3);
  const [a, b] = around(112, shift / 3);
  const kind =
    scene.shift === shift && scene.phase !== "over"
      ? "now"
      : scene.shift > shift || scene.phase === "over"
        ? "past"
        : "";
  return svg("path", { class: `sector ${kind}`, d: `M120 120L${x} ${y}A112 112 0 0 1 ${a} ${b}Z` });
}

const clock = {
  lay() {
    this.shows = null;
    this.sectors = svg("g");
    this.hand = svg("path", { class: "hand", d: "M120 126L116 100L120 46L124 100Z" });
    const marks = box.elements.map((element, number) =>
      elementSign(element, ...around(92, (number + 0.5) / 12)),
    );
    const numerals = [1, 2, 3].map(shift =>
      written(
        around(56, (shift - 0.5) / 3)[0],
        around(56, (shift - 0.5) / 3)[1] + 6,
        18,
        NUMERALS[shift],
        "numeral",
      ),
    );
    this.face = picture(
      240,
      240,
      "clock",
      "",
      svg("circle", { class: "rim", cx: 120, cy: 120, r: 117 }),
      this.sectors,
      marks,
      this.hand,
      numerals,
      svg("circle", { class: "hub", cx: 120, cy: 120, r: 6 }),
    );
    $("clock").replaceChildren(this.face);
  },
  draw(scene) {
    const now = `${scene.shift} ${scene.phase === "over"}`;
    if (this.shows !== now) this.sectors.replaceChildren(...[1, 2, 3].map(shift => sector(shift, scene)));
    this.shows = now;
    this.hand.style.transform = `rotate(${progress(scene) * 120}deg)`;
    const words =
      scene.phase === "over"
        ? say("over")
        : scene.shift
          ? say("inShift", { shift: NUMERALS[scene.shift], who: players[scene.start].name })
          : say("inDraft");
    this.face.setAttribute("aria-label", `${say("clock")}: ${words}`);
    $("phase").textContent = words;
  },
};
