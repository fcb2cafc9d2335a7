// The certificate, and the button that checks the proof.

const CLAIMS = [
  "game",
  "server",
  "fingerprint",
  "state",
  "players",
  "plies",
  "letters",
  "delegated",
  "untyped",
  "reopened",
  "entries",
  "head",
  "digest",
];
let verdict = null;

function layCertificate() {
  const proof = shown.certificate;
  $("claim").textContent = say(proof.signed ? "claim.signed" : "claim.unsigned");
  const told = {
    ...proof,
    state: say(`state.${proof.state}`),
    players: players
      .map(
        ({ name, handle, auth }) =>
          `${name === handle ? name : `${name} (${handle})`}: ${say(`auth.${auth}`)}`,
      )
      .join("; "),
  };
  const wanted = CLAIMS.filter(
    name =>
      (proof.signed || ["state", "players", "plies", "digest"].includes(name)) &&
      (name !== "reopened" || proof.reopened),
  );
  $("certificate").replaceChildren(
    ...wanted.flatMap(name => [html("dt", {}, say(`cert.${name}`)), html("dd", {}, told[name])]),
  );
  drawVerdict();
}

const archiveText = () => {
  const text = parsed($("archive").textContent);
  if (typeof text !== "string") throw new Fault("fault.damaged");
  return text;
};

async function verifyHere() {
  if (!globalThis.crypto?.subtle) return { refused: "noCrypto" };
  try {
    const proves = await knowsEd25519();
    return { ...(await verifyArchive(archiveText(), proves)), proves };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { done: [], fault: { why: error.why, place: error.place } };
  }
}

// Where something is wrong, and what.
function faultWords({ why, place }) {
  const told = say(why);
  if (place.shown) return say("at.shown", { ply: place.ply, why: told });
  if (place.entry !== undefined)
    return say(place.ply === undefined ? "at.entry" : "at.ply", { ...place, why: told });
  if (place.checkpoint !== undefined) return say("at.checkpoint", { ...place, why: told });
  if (place.ply !== undefined) return say("at.shown", { ply: place.ply, why: `${place.member}: ${told}` });
  if (place.member === undefined) return told;
  return say("at.member", {
    member: place.item === undefined ? place.member : `${place.member} ${place.item}`,
    why: told,
  });
}

function drawVerdict() {
  const { done = [], fault, refused, signed, proves } = verdict ?? {};
  $("verdict").className = !verdict || refused ? "" : fault ? "bad" : "good";
  $("checks").replaceChildren(
    ...done.map(({ key, facts }) =>
      html(
        "li",
        {},
        html("b", { "aria-hidden": "true" }, key.startsWith("left") ? "–" : "✓"),
        say(key, facts),
      ),
    ),
  );
  if (!verdict) return $("verdict").replaceChildren();
  if (refused) return $("verdict").replaceChildren(say(refused));
  if (fault) {
    const { ply } = fault.place;
    return $("verdict").replaceChildren(
      "✗ ",
      say("bad", { what: faultWords(fault) }),
      ...(ply >= 0 && ply < LAST
        ? [" ", html("button", { type: "button", click: () => go(ply + 1) }, say("goThere", { ply }))]
        : []),
    );
  }
  const good = !signed ? "good.unsigned" : proves ? "good.signed" : "good.partly";
  return $("verdict").replaceChildren("✓ ", say(good), ...(signed && !proves ? [" ", say("noEd25519")] : []));
}

function saveArchive() {
  const name = (shown.called || "game").replace(/[^A-Za-z0-9_-]/g, "");
  const address = URL.createObjectURL(new Blob([archiveText()], { type: "application/json" }));
  html("a", { href: address, download: `grubenpost-${name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function wireCertificate() {
  $("verify").addEventListener("click", async () => {
    $("verify").disabled = true;
    $("verdict").replaceChildren(say("checking"));
    try {
      verdict = await verifyHere();
    } finally {
      $("verify").disabled = false;
    }
    drawVerdict();
  });
  $("save").addEventListener("click", saveArchive);
}
