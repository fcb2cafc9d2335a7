// Room for the longest of all that will be told, so that what is below it stays where it is at every step.

function keepRoom() {
  const place = $("now");
  const told = scenes.map((_, index) => trial(index));
  const trials = html("div", { class: "trials", "aria-hidden": "true" }, told);
  place.after(trials);
  const most = Math.max(...[...trials.children].map(one => one.offsetHeight));
  trials.remove();
  place.style.minHeight = `${most}px`;
  const row = $("pits");
  if (row.scrollWidth > row.clientWidth) row.setAttribute("tabindex", "0");
  else row.removeAttribute("tabindex");
}

// What is told of a ply, laid out as it will be, and never seen.
function trial(index) {
  const note = index ? noteOn(index - 1) : null;
  return html(
    "div",
    { class: "telling" },
    html(
      "p",
      { class: "where" },
      html("span", {}, sign(0)),
      html("span", {}, index ? say("plyOf", { ply: index - 1, last: LAST - 1 }) : say("beginning")),
      html("code", {}, index ? plies[index - 1].action : ""),
    ),
    html("p", { class: "sentence" }, sentence(index)),
    note ? html("div", { class: "note" }, noteParts(note)) : null,
  );
}
