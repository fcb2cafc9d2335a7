// The list of moves, by shift, with a search.

const noteOn = number => shown.notes.find(note => note.ply === number);

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
        { type: "button", click: () => go(number + 1) },
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
    $("found").textContent = wanted || seat !== "" ? say("found", { n: found, all: plies.length }) : "";
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
    $("moves").scrollTop = top;
  },
};

function drawNote(index) {
  const note = index ? noteOn(index - 1) : null;
  $("note").hidden = !note;
  if (!note) return;
  $("note").replaceChildren(
    html("strong", {}, say("note")),
    " ",
    note.text,
    note.best
      ? html(
          "p",
          {},
          say("better"),
          " ",
          html("code", {}, note.best),
          note.loss ? ` (${say("worth", { vp: signed(Math.round(note.loss * 10) / 10) })})` : "",
        )
      : null,
  );
}
