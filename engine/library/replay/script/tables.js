// Tables with a column for each player.

// Whose columns these are; where there is little room, names are only read aloud.
const headRow = (order, brief = false) =>
  html(
    "thead",
    {},
    html(
      "tr",
      {},
      html("td"),
      order.map(seat =>
        html(
          "th",
          { scope: "col" },
          sign(seat),
          html("bdi", { class: brief ? "unseen" : null }, players[seat].name),
        ),
      ),
    ),
  );

const tableRow = (head, cells, kind = null) =>
  html(
    "tr",
    { class: kind },
    html("th", { scope: "row" }, head),
    cells.map(cell => html("td", {}, cell)),
  );

const table = (caption, head, rows) =>
  html("table", {}, html("caption", { class: "unseen" }, caption), head, html("tbody", {}, rows));

// A table that may be wider than the screen.
const scrolling = (label, ...parts) =>
  html("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, parts);

const wideSign = element =>
  svg(
    "svg",
    { viewBox: "-16 -14 32 28", class: "sign wide", "aria-hidden": "true" },
    elementSign(element, 0, 0),
  );
