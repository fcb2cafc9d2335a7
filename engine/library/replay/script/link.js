// The address of the ply that is shown, to be sent to somebody.

function wireLink() {
  $("link").addEventListener("click", () => {
    pause();
    $("address").value = location.href;
    $("copied").textContent = "";
    $("linked").showModal();
    $("address").select();
  });
  $("copy").addEventListener("click", copyAddress);
  $("leave").addEventListener("click", () => $("linked").close());
}

// Where the browser lets no page write, the address stays selected, to be copied by hand.
async function copyAddress() {
  $("address").select();
  try {
    await navigator.clipboard.writeText($("address").value);
    $("copied").textContent = say("copied");
  } catch {
    $("copied").textContent = say(document.execCommand("copy") ? "copied" : "copyByHand");
  }
}
