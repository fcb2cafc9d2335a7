// Where every point of every player came from.

const SOURCES = ["deliveries", "shift1", "shift2", "shift3", "marks", "cubes", "outstanding", "imbalance"];

const sourcesOf = row => ({ ...row, shift1: row.shifts[0], shift2: row.shifts[1], shift3: row.shifts[2] });

const minus = number => String(number).replace("-", "\u2212");

function pointsTable(order) {
  const each = work => order.map(work);
  return table(say("pointsTitle"), headRow(order.map(row => row.seat)), [
    SOURCES.map(source =>
      tableRow(
        [html("i", { class: `key ${source}` }), say(`from.${source}`)],
        each(row => signed(sourcesOf(row)[source])),
      ),
    ),
    tableRow(
      say("from.total"),
      each(row => minus(row.vp)),
      "total",
    ),
    tableRow(
      say("from.left"),
      each(row => row.marks_left),
    ),
    tableRow(
      say("from.place"),
      each(row => `${row.rank}.`),
    ),
  ]);
}

// A bar for each player: what added points to the right of nought, what cost some to the left.
function pointsBars(order) {
  const gain = row => SOURCES.map(source => Math.max(sourcesOf(row)[source], 0));
  const loss = row => SOURCES.map(source => Math.max(-sourcesOf(row)[source], 0));
  const sum = numbers => numbers.reduce((total, n) => total + n, 0);
  const least = Math.max(...order.map(row => sum(loss(row))));
  const scale = 520 / (least + Math.max(1, ...order.map(row => sum(gain(row)))));
  const nought = 40 + least * scale;
  const bars = order.map((row, line) => {
    const parts = [];
    let [left, right] = [nought, nought];
    const y = 8 + line * 34;
    SOURCES.forEach((source, number) => {
      const [plus, minus] = [gain(row)[number] * scale, loss(row)[number] * scale];
      if (plus) parts.push(svg("rect", { class: `bar ${source}`, x: right, y, width: plus, height: 22 }));
      if (plus > 22)
        parts.push(written(right + plus / 2, y + 15.5, 12, gain(row)[number], `onbar ${source}`));
      if (minus)
        parts.push(svg("rect", { class: `bar ${source}`, x: (left -= minus), y, width: minus, height: 22 }));
      right += plus;
    });
    return [worker(row.seat, 18, y + 11), parts];
  });
  const label = order.map(row => `${players[row.seat].name} ${row.vp}`).join(", ");
  return picture(
    600,
    8 + order.length * 34,
    "bars",
    label,
    bars,
    svg("path", { class: "grid zero", d: `M${nought} 2V${4 + order.length * 34}` }),
  );
}

// What each element paid in each shift.
function elementsTable(order) {
  const paid = (number, seat) =>
    shown.scorings
      .filter(({ elements }) => number < elements.length)
      .map(({ elements }) => elements[number].vp[seat]);
  const rows = box.elements.map((element, number) =>
    tableRow(
      [wideSign(element), elementWords(element)],
      order.map(({ seat }) => paid(number, seat).join(" + ")),
    ),
  );
  const title = say("elementsTitle");
  return html(
    "details",
    {},
    html("summary", {}, title),
    scrolling(title, table(title, headRow(order.map(row => row.seat)), rows)),
  );
}

function layPoints() {
  const order = [...shown.final].sort((one, other) => one.rank - other.rank || one.seat - other.seat);
  $("points").hidden = !order.length;
  if (!order.length) return;
  $("breakdown").replaceChildren(
    pointsBars(order),
    scrolling(say("pointsTitle"), pointsTable(order)),
    elementsTable(order),
  );
}
