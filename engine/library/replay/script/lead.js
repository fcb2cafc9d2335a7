// The lead that each player could expect after each own ply, as an analysis saw it.

const lead = {
  lay() {
    const told = shown.notes.filter(note => note.lead !== null);
    $("expected").hidden = told.length < 2;
    this.cursor = null;
    if (told.length < 2) return;
    const width = Math.max($("lead").clientWidth, 280);
    const far = Math.max(10, ...told.map(note => Math.abs(note.lead)));
    this.x = index => EDGE.left + (index / Math.max(LAST, 1)) * (width - EDGE.left - EDGE.right);
    const y = vp => EDGE.top + ((far - vp) / (2 * far)) * (TALL - EDGE.top - EDGE.bottom);
    this.cursor = svg("path", { class: "cursor", d: `M0 ${EDGE.top - 4}V${TALL - EDGE.bottom}` });
    const step = [5, 10, 20, 25, 50, 100].find(size => (2 * far) / size <= 6) ?? 200;
    const marks = [];
    for (let vp = -Math.floor(far / step) * step; vp <= far; vp += step) marks.push(vp);
    const face = picture(
      width,
      TALL,
      "vp-chart",
      say("leadWords", { ends: this.ends(told) }),
      marks.flatMap(vp => [
        svg("path", { class: vp ? "grid" : "grid zero", d: `M${EDGE.left} ${y(vp)}H${width - EDGE.right}` }),
        svg(
          "text",
          { class: "tick", x: EDGE.left - 6, y: y(vp) + 4, "text-anchor": "end", "font-size": 11 },
          minus(vp),
        ),
      ]),
      seats.map(seat => this.line(told, seat, y)),
      this.cursor,
    );
    face.addEventListener("click", event => {
      const place = face.getBoundingClientRect();
      const inside = ((event.clientX - place.left) / place.width) * width;
      go(Math.round(((inside - EDGE.left) / (width - EDGE.left - EDGE.right)) * LAST));
    });
    $("lead").replaceChildren(face);
  },
  line(told, seat, y) {
    const own = told.filter(note => plies[note.ply].seat === seat);
    const path = own.map(
      (note, number) => `${number ? "L" : "M"}${this.x(note.ply + 1).toFixed(1)} ${y(note.lead).toFixed(1)}`,
    );
    return svg("path", { class: `line seat-${seat}`, d: path.join("") || "M0 0" });
  },
  ends(told) {
    return seats
      .map(seat => [seat, told.findLast(note => plies[note.ply].seat === seat)])
      .filter(([, note]) => note)
      .map(([seat, note]) => `${players[seat].name} ${signed(note.lead)}`)
      .join(", ");
  },
  draw(index) {
    this.cursor?.setAttribute("transform", `translate(${this.x(index)} 0)`);
  },
};
