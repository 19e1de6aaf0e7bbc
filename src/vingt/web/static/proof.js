// Checks shoes in the player's own browser: what was published before the first card against what is published
// after the last. At a table it notes what #proof says at every change and asks for the order once it is out;
// on a shoe's page it checks what stands there. docs/audit.md says what this shows and what it cannot show.
"use strict";

(() => {
  // -- SHA-256 (FIPS 180-4) ----------------------------------------------------------------------------------

  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0; // the first 32 bits after the point
  const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const STEP = primes.map((p) => fraction(Math.cbrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const hex = (values, digits) => [...values].map((each) => each.toString(16).padStart(digits, "0")).join("");

  function sha256ByHand(bytes) {
    const size = Math.ceil((bytes.length + 9) / 64) * 64;
    const padded = new Uint8Array(size); // the message, a bit, zeros, and its length in bits
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const message = new DataView(padded.buffer);
    message.setUint32(size - 4, bytes.length * 8);
    let state = START;
    const w = new Uint32Array(64);
    for (let block = 0; block < size; block += 64) {
      for (let i = 0; i < 16; i++) w[i] = message.getUint32(block + 4 * i);
      for (let i = 16; i < 64; i++) {
        const low = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const high = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = w[i - 16] + low + w[i - 7] + high;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const choice = (e & f) ^ (~e & g);
        const majority = (a & b) ^ (a & c) ^ (b & c);
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + STEP[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
        [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      state = [a, b, c, d, e, f, g, h].map((each, i) => (each + state[i]) >>> 0);
    }
    return hex(state, 8);
  }

  /** Browsers offer theirs at secure addresses only (https, or this machine). */
  async function sha256(bytes) {
    if (!globalThis.crypto?.subtle) return sha256ByHand(bytes);
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), 2);
  }

  const text = (words) => new TextEncoder().encode(words);

  function joined(...parts) {
    const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
    return bytes;
  }

  const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

  /** HMAC (RFC 2104) of SHA-256, for keys of at most 64 bytes. */
  async function hmac(key, message) {
    const padded = new Uint8Array(64);
    padded.set(key);
    const inner = await sha256(joined(padded.map((byte) => byte ^ 0x36), message));
    return sha256(joined(padded.map((byte) => byte ^ 0x5c), unhex(inner)));
  }

  /** The number published before the first card: of the order alone (scheme 1), or of what it is for besides. */
  async function commitment(told) {
    const order = told.order.join(" ");
    if (!told.bound_to) return sha256(joined(unhex(told.nonce), text(order)));
    const { table, shoe, rules } = told.bound_to;
    return sha256(text([`vingt shoe ${told.scheme}`, table, shoe, rules, told.nonce, order, ""].join("\n")));
  }

  /** The order shuffled once more by what players added after it was fixed. */
  async function mixed(told) {
    const order = [...told.order];
    if (!told.seeds?.length) return order;
    const given = JSON.stringify(told.seeds.map(({ person, seed }) => [person, seed]));
    const said = text(given.replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`));
    const nonce = unhex(told.nonce);
    for (let last = order.length - 1, at = 0; last > 0; last--, at++) {
      const block = await hmac(nonce, joined(Uint8Array.of(at >>> 24, at >>> 16, at >>> 8, at), said));
      const other = Number(BigInt(`0x${block}`) % BigInt(last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  // -- the check ---------------------------------------------------------------------------------------------

  /** How often each card occurs. */
  function counted(cards) {
    const times = new Map();
    for (const card of cards) times.set(card, (times.get(card) ?? 0) + 1);
    return times;
  }

  /** `cards` without those that are in `others`, each as often as it is there. */
  function without(cards, others) {
    const left = counted(others);
    return cards.filter((card) => {
      const times = left.get(card) ?? 0;
      left.set(card, times - 1);
      return times <= 0;
    });
  }

  /** Everything that does not fit: `note` is what was published before, `told` what is published now. */
  async function doubts(note, told) {
    const reasons = [];
    if ((await commitment(told)) !== note.commitment) reasons.push("the order does not give the number that was published");
    if (told.bound_to && (told.bound_to.table !== note.table || told.bound_to.shoe !== note.shoe)) {
      reasons.push("the number was published for another shoe");
    }
    const seeds = JSON.stringify((told.seeds ?? []).map(({ person, seed }) => [person, seed]));
    if (note.seeds && note.seeds !== seeds) reasons.push("what players added to the shuffle was changed");
    if (told.order.length !== note.cards) reasons.push(`it holds ${told.order.length} cards, not ${note.cards}`);
    const kinds = counted(told.order);
    const whole = [...kinds.values()].every((times) => times === note.decks) && kinds.size * note.decks === note.cards;
    if (note.decks && !whole) reasons.push("the decks are not complete");
    const cut = note.cut ?? told.cut ?? 0;
    if (note.cut !== null && note.cut !== told.cut) reasons.push(`it was cut after ${note.cut} cards, not ${told.cut}`);
    const order = await mixed(told);
    const dealt = [...order.slice(cut), ...order.slice(0, cut)];
    for (const [from, to, cards] of note.seen) {
      for (const card of without(cards, dealt.slice(from, to))) {
        reasons.push(`the ${card} that was seen among cards ${from + 1} to ${to} does not lie there`);
      }
    }
    return reasons;
  }

  /** What is wrong with a shoe whose order is out, by asking for it. */
  async function checked(table, shoe, note) {
    const answer = await fetch(`/tables/${table}/shoes/${shoe}.json`, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(`shoe ${shoe}: ${answer.status}`);
    try {
      const told = await answer.json();
      return told.revealed ? await doubts(note, told) : ["its order is not published"];
    } catch {
      return ["what is published now cannot be read"];
    }
  }

  // -- what was noted ----------------------------------------------------------------------------------------

  const place = (table) => `vingt shoes ${table}`;
  const TRIES = 5; // before it is said that the order does not come
  const KEPT = 8; // shoes remembered after they were checked

  function remembered(table) {
    try {
      return JSON.parse(sessionStorage.getItem(place(table))) ?? { last: null, shoes: {} };
    } catch {
      return { last: null, shoes: {} };
    }
  }

  function remember(table, memory) {
    const checked = Object.keys(memory.shoes).filter((shoe) => memory.shoes[shoe].checked);
    for (const shoe of checked.slice(0, -KEPT)) delete memory.shoes[shoe];
    try {
      sessionStorage.setItem(place(table), JSON.stringify(memory));
    } catch {
      // no storage here: what is noted lasts as long as the page
    }
  }

  function published(data) {
    return {
      table: data.table,
      shoe: Number(data.shoe),
      commitment: data.commitment,
      seeds: "", // those of all, once the first card is out
      cards: Number(data.cards),
      decks: Number(data.decks),
      cut: data.cut === "" ? null : Number(data.cut),
      seen: [], // [from, to, cards]: these came out face up between those places
    };
  }

  /** Note what the table shows now, and which cards are new since the last time. */
  function note(memory, data) {
    const now = {
      shoe: Number(data.shoe),
      round: Number(data.round),
      dealt: Number(data.dealt),
      up: data.up.split(/\s+/).filter(Boolean),
      down: Number(data.down),
    };
    const shoe = (memory.shoes[now.shoe] ??= published(data));
    shoe.cut ??= published(data).cut;
    if (data.seeds && data.seedsOpen !== "yes") shoe.seeds = data.seeds;
    const before = memory.last;
    const same = before?.shoe === now.shoe; // the first look at a shoe says nothing of where the cards came from
    const going = before?.round === now.round;
    if (!going || !before) memory.start = same ? before.dealt : 0;
    if (!same) memory.mixed = now.up.length ? now.round : 0; // cards of two shoes may lie there
    const fresh = without(now.up, going ? before.up : []);
    const turned = going && before.down > now.down; // one of them lay face down since the round began
    if (same && fresh.length && !(turned && memory.mixed === now.round)) {
      shoe.seen.push([turned ? memory.start : before.dealt, now.dealt, fresh]);
    }
    memory.last = now;
  }

  /**
   * A double shoe: both sides are noted before their first cards. A round comes from the side at hand, which stands
   * first; what came out of it since the round began holds every card that lies there.
   */
  function noteSides(memory, data, sides) {
    const before = memory.last;
    const now = {
      round: Number(data.round),
      up: data.up.split(/\s+/).filter(Boolean),
      shoes: sides.map((side) => side.shoe),
    };
    const going = before?.round === now.round;
    if (!before?.shoes || (going && now.shoes.some((each) => !before.shoes.includes(each)))) {
      memory.unsure = now.up.length ? now.round : 0; // cards of a shoe that was not watched may lie there
    }
    for (const side of sides) {
      const shoe = (memory.shoes[side.shoe] ??= published({ table: data.table, ...side }));
      shoe.cut ??= published(side).cut;
      if (side.seeds && side.seedsOpen !== "yes") shoe.seeds = side.seeds;
      if (!going || shoe.start === undefined) shoe.start = shoe.out ?? side.dealt;
      shoe.out = side.dealt;
    }
    const fresh = without(now.up, going ? before.up : []);
    const watched = memory.unsure !== now.round && data.astray !== "yes";
    if (sides.length && fresh.length && watched) {
      const shoe = memory.shoes[now.shoes[0]];
      shoe.seen.push([shoe.start, shoe.out, fresh]);
    }
    memory.last = now;
  }

  // -- saying it ---------------------------------------------------------------------------------------------

  function sign() {
    const shown = document.getElementById("shoe-check");
    if (shown) return shown;
    const line = document.createElement("p");
    line.id = "shoe-check";
    line.setAttribute("role", "status");
    document.getElementById("proof").after(line);
    return line;
  }

  function say(table, shoe, note, reasons) {
    const where = sign();
    if (where.classList.contains("wrong") && !reasons.length) return; // a warning stays
    const link = document.createElement("a");
    link.href = `/tables/${table}/shoes/${shoe}`;
    link.textContent = `Shoe ${shoe}`;
    const words = reasons.length
      ? ` does NOT fit what was published before its first card: ${reasons.slice(0, 3).join("; ")}.`
      : `: ${note.cards} cards, checked by your own browser.`;
    where.replaceChildren(link, words);
    where.className = reasons.length ? "shoe-check wrong" : "shoe-check right";
    where.hidden = false;
  }

  // -- at the table ------------------------------------------------------------------------------------------

  const proof = document.getElementById("proof");
  if (proof) {
    const table = proof.dataset.table;
    const memory = remembered(table);
    const asking = new Set();

    const sealed = (shoe) => {
      const { sides, revealed } = proof.dataset;
      return sides ? proof.dataset.unpublished.split(" ").includes(shoe) : Number(shoe) > Number(revealed);
    };

    const look = () => {
      const { sides, commitment } = proof.dataset;
      if (sides) noteSides(memory, proof.dataset, JSON.parse(sides));
      else if (commitment) note(memory, proof.dataset);
      remember(table, memory);
      for (const [shoe, note] of Object.entries(memory.shoes)) {
        if (note.checked || asking.has(shoe) || sealed(shoe)) continue;
        asking.add(shoe);
        checked(table, shoe, note)
          .then((reasons) => {
            note.checked = true;
            note.reasons = reasons;
            remember(table, memory);
            say(table, shoe, note, reasons);
          })
          .catch(() => {
            note.tries = (note.tries ?? 0) + 1; // the next change asks again
            if (note.tries === TRIES) say(table, shoe, note, ["its order cannot be had"]);
          })
          .finally(() => asking.delete(shoe));
      }
    };

    for (const [shoe, note] of Object.entries(memory.shoes)) {
      if (note.reasons?.length) say(table, shoe, note, note.reasons);
    }
    new MutationObserver(look).observe(proof, { attributes: true });
    look();
  }

  // -- on a shoe's page --------------------------------------------------------------------------------------

  const page = document.getElementById("shoe-proof");
  if (page?.dataset.revealed) {
    const { table, shoe } = page.dataset;
    const noted = remembered(table).shoes[shoe];
    const note = noted ?? published(page.dataset);
    checked(table, shoe, note)
      .then((reasons) => {
        say(table, shoe, note, reasons);
        const seen = note.seen.reduce((total, [, , cards]) => total + cards.length, 0);
        document.getElementById("shoe-check-how").textContent = noted
          ? `Against the number it noted at the table before the order was published, and ${seen} cards it saw dealt.`
          : "Against the number on this page. At the table it would have noted the number before the first card.";
      })
      .catch(() => {
        document.getElementById("shoe-check-how").textContent = "The order could not be fetched: load the page again.";
      });
  }
})();
