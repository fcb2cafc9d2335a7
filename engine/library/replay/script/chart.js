// VP over the plies: a line for each player, with a shape of its own at the end, and the scorings marked.

const TALL = 230;
const EDGE = { left: 34, right: 24, top: 22, bottom: 24 };

const chart = {
  lay() {
    this.width = Math.max($("chart").clientWidth, 280);
    const most = Math.max(10, ...scenes.map(scene => Math.max(...scene.vp)));
    const least = Math.min(0, ...scenes.map(scene => Math.min(...scene.vp)));
    this.x = index => EDGE.left + (index / Math.max(LAST, 1)) * (this.width - EDGE.left - EDGE.right);
    this.y = vp => EDGE.top + ((most - vp) / (most - least)) * (TALL - EDGE.top - EDGE.bottom);
    this.cursor = svg("path", { class: "cursor", d: `M0 ${EDGE.top - 4}V${TALL - EDGE.bottom}` });
    this.dots = seats.map(seat => worker(seat, 0, 0, 0.62));
    const face = picture(
      this.width,
      TALL,
      "vp-chart",
      this.words(),
      this.grid(most, least),
      this.scorings(),
      seats.map(seat => this.line(seat)),
      this.cursor,
      this.dots,
    );
    face.addEventListener("click", event =>
      go(this.indexAt(event.clientX - face.getBoundingClientRect().left, face)),
    );
    $("chart").replaceChildren(face);
  },
  indexAt(x, face) {
    const inside = (x / face.getBoundingClientRect().width) * this.width;
    return Math.round(((inside - EDGE.left) / (this.width - EDGE.left - EDGE.right)) * LAST);
  },
  grid(most, least) {
    const step = [5, 10, 20, 25, 50, 100].find(size => (most - least) / size <= 6) ?? 200;
    const lines = [];
    for (let vp = Math.ceil(least / step) * step; vp <= most; vp += step) {
      lines.push(
        svg("path", {
          class: vp ? "grid" : "grid zero",
          d: `M${EDGE.left} ${this.y(vp)}H${this.width - EDGE.right}`,
        }),
      );
      lines.push(
        svg(
          "text",
          { class: "tick", x: EDGE.left - 6, y: this.y(vp) + 4, "text-anchor": "end", "font-size": 11 },
          String(vp).replace("-", "\u2212"),
        ),
      );
    }
    return lines;
  },
  scorings() {
    return plies.flatMap((ply, number) =>
      ply.scored
        ? [
            svg("path", { class: "scored", d: `M${this.x(number + 1)} ${EDGE.top}V${TALL - EDGE.bottom}` }),
            written(this.x(number + 1), EDGE.top - 8, 11, NUMERALS[ply.scored], "tick"),
          ]
        : [],
    );
  },
  line(seat) {
    const path = scenes
      .map((scene, index) =>
        index
          ? `H${this.x(index).toFixed(1)}V${this.y(scene.vp[seat]).toFixed(1)}`
          : `M${this.x(0)} ${this.y(scene.vp[seat])}`,
      )
      .join("");
    return svg("path", { class: `line seat-${seat}`, d: path });
  },
  words() {
    const ends = seats.map(seat => `${players[seat].name} ${scenes[LAST].vp[seat]}`).join(", ");
    return say("chartWords", { ends });
  },
  draw(scene, index) {
    this.cursor.setAttribute("transform", `translate(${this.x(index)} 0)`);
    // Those that would lie on each other are drawn side by side.
    const taken = [];
    for (const seat of seats) {
      const y = this.y(scene.vp[seat]);
      const beside = taken.filter(other => Math.abs(other - y) < 8).length;
      taken.push(y);
      this.dots[seat].setAttribute("transform", `translate(${this.x(index) + beside * 13} ${y}) scale(0.62)`);
    }
  },
};
