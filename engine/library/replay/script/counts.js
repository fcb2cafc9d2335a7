// What everyone counts for the scorings, as it stands now.

const counts = {
  lay() {
    this.shows = null;
    this.rows = box.elements.map(element =>
      tableRow(
        [wideSign(element), elementWords(element)],
        seats.map(() => ""),
      ),
    );
    $("counts").replaceChildren(table(say("countsWords"), headRow(seats, true), this.rows));
  },

  // With the ply that ends a shift, what each element paid stands beside what was counted.
  draw(scene, scored) {
    const all = seats.map(seat => scene[`pit${seat}.counts`]);
    const now = JSON.stringify([all, scene.shift, scored]);
    if (this.shows === now) return;
    this.shows = now;
    this.rows.forEach((row, element) =>
      this.drawRow(
        row,
        all.map(mine => mine[element]),
        element,
        scene,
        shown.scorings[scored - 1]?.elements[element]?.vp ?? [],
      ),
    );
    $("scored").textContent = scored ? say("scoredNow", { shift: NUMERALS[scored] }) : say("countsNow");
  },

  // Four elements come in with each shift; whoever has most of one is marked.
  drawRow(row, numbers, element, scene, paid) {
    const most = Math.max(1, ...numbers);
    row.classList.toggle("later", Math.floor(element / 4) >= Math.max(scene.shift, 1));
    [...row.querySelectorAll("td")].forEach((cell, seat) => {
      const prize = paid[seat] ? [" ", html("b", {}, signed(paid[seat]))] : [];
      cell.replaceChildren(String(numbers[seat]), ...prize);
      cell.classList.toggle("most", numbers[seat] === most);
    });
  },
};
