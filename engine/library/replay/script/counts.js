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

  draw(scene) {
    const all = seats.map(seat => scene[`pit${seat}.counts`]);
    const now = JSON.stringify([all, scene.shift]);
    if (this.shows === now) return;
    this.shows = now;
    this.rows.forEach((row, element) =>
      this.drawRow(
        row,
        all.map(mine => mine[element]),
        element,
        scene,
      ),
    );
  },

  // Four elements come in with each shift; whoever has most of one is marked.
  drawRow(row, numbers, element, scene) {
    const most = Math.max(1, ...numbers);
    row.classList.toggle("later", Math.floor(element / 4) >= Math.max(scene.shift, 1));
    [...row.querySelectorAll("td")].forEach((cell, seat) => {
      cell.textContent = numbers[seat];
      cell.classList.toggle("most", numbers[seat] === most);
    });
  },
};
