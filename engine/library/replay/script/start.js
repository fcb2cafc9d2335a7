// Brings the page to life.

const still = matchMedia("(prefers-reduced-motion: reduce)");
let pits = [];

// All that has words in it, in the language that is spoken now.
function lay() {
  putWords();
  document.title = say("title", { players: players.map(({ name }) => name).join(" – ") });
  $("heading").replaceChildren(
    ...players
      .flatMap(({ name }, seat) => [
        seat ? html("span", { class: "against" }, "·") : null,
        html("bdi", {}, name),
      ])
      .filter(Boolean),
  );
  $("occasion").textContent = occasion();
  board.lay();
  clock.lay();
  counts.lay();
  pits = seats.map(seat => new Pit(seat));
  $("pits").replaceChildren(...pits.map(pit => pit.panel));
  chart.lay();
  lead.lay();
  moves.lay();
  layPoints();
  layCertificate();
  layHelp();
  drawPlaying();
  keepRoom();
  draw();
}

function occasion() {
  const { server, winners } = shown.certificate;
  const { called } = shown;
  const place = called && server ? say("gameOn", { game: called, server }) : called;
  const who = winners.map(seat => players[seat].name).join(", ");
  return [place, winners.length ? say("won", { who }) : say("givenUp")].filter(Boolean).join(" · ");
}

function layHelp() {
  $("keys").replaceChildren(
    ...["→ ←", "↓ ↑", "Home End", "Space", "0 1 2 3", "+ −", "/", "?", "n p"].flatMap((keys, number) => [
      html(
        "dt",
        {},
        keys
          .split(" ")
          .map(key => html("kbd", {}, key))
          .flatMap(key => [key, " "]),
      ),
      html("dd", {}, say(`key.${number}`)),
    ]),
  );
}

function speak(code) {
  language = code;
  $("language").value = code;
  lay();
}

// Each language under the name that its speakers give it.
function layLanguages() {
  const named = code => new Intl.DisplayNames([code], { type: "language" }).of(code);
  const capital = name => name[0].toLocaleUpperCase() + name.slice(1);
  $("language").replaceChildren(
    ...Object.keys(shown.words).map(code =>
      html("option", { value: code, lang: code }, capital(named(code))),
    ),
  );
  $("language").value = language;
}

function wireControls() {
  const steps = {
    first: () => go(0),
    back: () => go(travel.index - 1),
    forward: () => go(travel.index + 1),
    last: () => go(LAST),
    again: () => again(1),
  };
  for (const [id, work] of Object.entries(steps)) $(id).addEventListener("click", () => (pause(), work()));
  $("play").addEventListener("click", toggle);
  $("slider").max = LAST;
  $("slider").addEventListener("input", event => (pause(), go(Number(event.target.value))));
  for (const button of document.querySelectorAll("[data-shift]")) {
    button.addEventListener("click", () => (pause(), go(shiftStart(Number(button.dataset.shift)))));
  }
  $("speed").addEventListener("change", event => (travel.speed = Number(event.target.value)));
  $("search").addEventListener("input", () => moves.search());
  $("who").addEventListener("change", () => moves.search());
  $("language").addEventListener("change", event => (speak(event.target.value), writeAddress()));
  $("theme").addEventListener("click", changeTheme);
  $("ask").addEventListener("click", () => $("help").showModal());
  $("close").addEventListener("click", () => $("help").close());
  wireLink();
  $("moves").addEventListener("keydown", event => moves.onKey(event));
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", readAddress);
  new ResizeObserver(() => {
    if ($("chart").clientWidth === chart.width) return;
    chart.lay();
    lead.lay();
    keepRoom();
    draw();
  }).observe($("chart"));
}

function changeTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

layLanguages();
lay();
wireControls();
wireCertificate();
readAddress();

// For the console: an archive's text in, what was found out.
globalThis.grubenpost = { verify: async text => verifyArchive(text, await knowsEd25519()) };
