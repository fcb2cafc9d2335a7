// The list of moves, by shift, with a search.

// Many notes only tell the lead that was expected.
const noteOn = number => shown.notes.find(note => note.ply === number && (note.text || note.best));

const moves = {
  lay() {
    this.rows = plies.map((ply, number) => this.row(ply, number));
    const items = [];
    this.heads = [];
    plies.forEach((ply, number) => {
      const shift = scenes[number].shift;
      if (!number || scenes[number - 1].shift !== shift)
        this.heads.push({
          shift,
          head: html(
            "li",
            { class: "shift-head" },
            shift ? say("shift", { shift: NUMERALS[shift] }) : say("draft"),
          ),
        });
      if (this.heads.at(-1).from === undefined) items.push(this.heads.at(-1).head);
      this.heads.at(-1).from ??= number;
      items.push(this.rows[number]);
    });
    $("moves").replaceChildren(...items);
    $("who").replaceChildren(
      html("option", { value: "" }, say("everyone")),
      ...seats.map(seat => html("option", { value: seat }, players[seat].name)),
    );
    this.search();
  },
  row(ply, number) {
    const note = noteOn(number);
    return html(
      "li",
      {},
      html(
        "button",
        { type: "button", tabindex: "-1", click: () => go(number + 1) },
        html("span", { class: "number" }, number),
        sign(ply.seat),
        html("span", { class: "unseen" }, `${players[ply.seat].name}: `),
        html("code", {}, ply.action),
        note
          ? html(
              "span",
              { class: "noted", title: say("note") },
              note.loss >= 4 ? "??" : note.loss >= 2 ? "?" : "!",
            )
          : null,
      ),
    );
  },
  search() {
    const wanted = $("search").value.trim().toLocaleLowerCase(language);
    const seat = $("who").value;
    let found = 0;
    this.rows.forEach((row, number) => {
      const text =
        `${number} ${plies[number].action} ${players[plies[number].seat].name} ${sentence(number + 1)}`.toLocaleLowerCase(
          language,
        );
      row.hidden = !(text.includes(wanted) && (seat === "" || plies[number].seat === Number(seat)));
      found += !row.hidden;
    });
    for (const { head, from } of this.heads)
      head.hidden = !this.rows.slice(from, this.after(from)).some(row => !row.hidden);
    this.stop(this.current && !this.current.hidden ? this.current : this.rows.find(row => !row.hidden));
    $("found").textContent = wanted || seat !== "" ? say("found", { n: found, all: plies.length }) : "";
  },
  // One row can be reached by Tab; from there the arrows lead to the others.
  stop(row) {
    this.reached?.firstChild.setAttribute("tabindex", "-1");
    row?.firstChild.setAttribute("tabindex", "0");
    this.reached = row;
  },
  onKey(event) {
    const open = this.rows.filter(row => !row.hidden);
    const place = open.indexOf(event.target.closest("li"));
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: open.length - 1 }[event.key];
    if (to === undefined || !open[to]) return;
    event.preventDefault();
    event.stopPropagation();
    this.stop(open[to]);
    open[to].firstChild.focus();
  },
  after(from) {
    return this.heads.find(head => head.from > from)?.from ?? plies.length;
  },
  // Looks where the row is before anything is changed: so the page is laid out once a step.
  draw(index) {
    const row = index ? this.rows[index - 1] : null;
    const top = row ? row.offsetTop - $("moves").clientHeight / 2 : 0;
    this.current?.firstChild.removeAttribute("aria-current");
    row?.firstChild.setAttribute("aria-current", "step");
    this.current = row;
    if (row && !row.hidden && !$("moves").contains(document.activeElement)) this.stop(row);
    $("moves").scrollTop = top;
  },
};

function drawNote(index) {
  const note = index ? noteOn(index - 1) : null;
  $("note").hidden = !note;
  if (note) $("note").replaceChildren(...noteParts(note));
}

function noteParts(note) {
  return [
    html("strong", {}, say("note")),
    ` ${note.text}`,
    note.best
      ? html(
          "p",
          {},
          say("better"),
          " ",
          html("code", {}, note.best),
          note.loss ? ` (${say("worth", { vp: signed(Math.round(note.loss * 10) / 10) })})` : "",
        )
      : "",
  ];
}
