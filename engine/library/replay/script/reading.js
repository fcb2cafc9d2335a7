// What the page was made with: the scenes after each ply, and the words of every language.

const shown = JSON.parse($("content").textContent);
const { box, players, plies } = shown;
const seats = players.map((_, seat) => seat);
const LEVELS = ["y", "b", "g", "k"];
const NUMERALS = ["", "I", "II", "III"];

// scenes[0] is the opening, scenes[n] the position after ply n - 1.
const scenes = [shown.opening];
for (const ply of plies) scenes.push({ ...scenes.at(-1), ...ply.changes });
const LAST = scenes.length - 1;

let language = shown.language;

// A text in the reader's language, with its facts put in.
const say = (key, facts = {}) =>
  shown.words[language][key].replace(/\{(\w+)\}/g, (place, name) => (name in facts ? facts[name] : place));

const list = text => (text === "" ? [] : text.split(","));

const signed = number => (number > 0 ? `+${number}` : String(number).replace("-", "\u2212"));

// What a ply did, in words; the beginning for none.
const sentence = index => (index ? shown.told[language][index - 1] : say("opening"));

// Texts that never change while a language is spoken.
function putWords() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]"))
    element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", say(element.dataset.label));
    if (element.matches("button")) element.title = say(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-hint]"))
    element.placeholder = say(element.dataset.hint);
}
