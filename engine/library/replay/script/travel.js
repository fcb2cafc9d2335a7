// Going through the game: step, play, jump, by pointer, keyboard or address.

const travel = { index: 0, speed: 1, timer: null };
const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1600;

// Where each shift begins; the draft at the opening.
const shiftStart = shift => scenes.findIndex(scene => scene.shift === shift);

function go(index, glide = true) {
  const target = Math.min(Math.max(Math.round(index) || 0, 0), LAST);
  const onward = glide && target === travel.index + 1;
  travel.index = target;
  draw(onward);
  writeAddress();
  if (target === LAST) pause();
}

function draw(onward = false) {
  const { index } = travel;
  const scene = scenes[index];
  const ply = plies[index - 1];
  moves.draw(index);
  board.draw(scene, ply?.space ?? -1, ply?.action === "bank");
  drawOffer(scene, index);
  clock.draw(scene);
  counts.draw(scene, ply?.scored ?? 0);
  pits.forEach((pit, seat) => pit.draw(scene, onward && !still.matches ? wayOf(index, seat) : []));
  chart.draw(scene, index);
  lead.draw(index);
  showMover(index);
  drawNow(index);
  drawNote(index);
  drawControls(scene, index);
}

function drawNow(index) {
  $("sentence").textContent = sentence(index);
  $("notation").textContent = index ? plies[index - 1].action : "";
  $("number").textContent = index ? say("plyOf", { ply: index - 1, last: LAST - 1 }) : say("beginning");
  $("actor").replaceChildren(...(index ? [sign(plies[index - 1].seat)] : []));
}

// Where pits lie side by side in one row, the one of whoever moved is brought into view.
function showMover(index) {
  const row = $("pits");
  if (!index || row.scrollWidth <= row.clientWidth) return;
  const { panel } = pits[plies[index - 1].seat];
  row.scrollLeft = panel.offsetLeft - (row.clientWidth - panel.offsetWidth) / 2;
}

// The next ply of whoever made this one, or the one before.
function again(step) {
  const seat = plies[travel.index - 1]?.seat ?? plies[0].seat;
  for (let index = travel.index + step; index > 0 && index <= LAST; index += step)
    if (plies[index - 1].seat === seat) return go(index, false);
}

function drawControls(scene, index) {
  $("slider").value = index;
  $("slider").setAttribute("aria-valuetext", `${$("number").textContent}. ${sentence(index)}`);
  $("first").disabled = $("back").disabled = !index;
  $("last").disabled = $("forward").disabled = index === LAST;
  $("again").disabled = !plies.slice(index).some(({ seat }) => seat === (plies[index - 1] ?? plies[0]).seat);
  for (const button of document.querySelectorAll("[data-shift]")) {
    button.setAttribute("aria-pressed", Number(button.dataset.shift) === scene.shift);
    button.disabled = shiftStart(Number(button.dataset.shift)) < 0;
  }
}

function play() {
  if (travel.index === LAST) go(0);
  const tick = () => {
    go(travel.index + 1);
    if (travel.timer) travel.timer = setTimeout(tick, PACE / travel.speed);
  };
  travel.timer = setTimeout(tick, 250);
  drawPlaying();
}

function pause() {
  clearTimeout(travel.timer);
  travel.timer = null;
  drawPlaying();
}

function drawPlaying() {
  const playing = travel.timer !== null;
  $("play").setAttribute("aria-label", say(playing ? "pause" : "play"));
  $("play").title = say(playing ? "pause" : "play");
  $("play").classList.toggle("playing", playing);
  // While it plays by itself, a screen reader is not talked over at every step.
  $("sentence").setAttribute("aria-live", playing && travel.speed > 1 ? "off" : "polite");
}

const toggle = () => (travel.timer ? pause() : play());

// The address names the ply, so that it can be sent to a friend.
function writeAddress() {
  const spoken = language === shown.language ? "" : `&lang=${language}`;
  const place = travel.index ? `#ply=${travel.index - 1}` : "#start";
  try {
    history.replaceState(null, "", place + spoken);
  } catch {
    // Some browsers allow no change of the address of a file: the game can be followed without.
  }
}

function readAddress() {
  const asked = /[#&]lang=([a-z]+)/.exec(location.hash)?.[1];
  if (asked in shown.words && asked !== language) speak(asked);
  const ply = /[#&]ply=(\d{1,6})/.exec(location.hash);
  go(ply ? Number(ply[1]) + 1 : 0, false);
}

const KEYS = {
  ArrowRight: () => go(travel.index + 1),
  ArrowLeft: () => go(travel.index - 1),
  ArrowUp: () => go(travel.index - 10),
  ArrowDown: () => go(travel.index + 10),
  Home: () => go(0),
  End: () => go(LAST),
  " ": toggle,
  "?": () => $("help").showModal(),
  "/": () => $("search").focus(),
  n: () => again(1),
  p: () => again(-1),
  "+": () => quicken(1),
  "-": () => quicken(-1),
};

// A field or button that needs this key itself.
function needs(target, key) {
  if (target.closest("dialog[open], input:not([type=range]), select")) return true;
  if (target.matches("input[type=range]")) return key.startsWith("Arrow") || key === "Home" || key === "End";
  if (target.closest("button, summary, a") && key === " ") return true;
  return target.closest(".scroll, #moves") !== null && key.startsWith("Arrow");
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || needs(event.target, event.key)) return;
  const work = /^[0-3]$/.test(event.key)
    ? () => shiftStart(Number(event.key)) >= 0 && go(shiftStart(Number(event.key)))
    : KEYS[event.key];
  if (!work) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  work();
}

function quicken(by) {
  const place = SPEEDS.indexOf(travel.speed) + by;
  travel.speed = SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)];
  $("speed").value = travel.speed;
}
