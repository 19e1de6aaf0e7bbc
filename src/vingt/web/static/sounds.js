// What one hears and feels: a card, a chip, one's turn, a win. Made here, so nothing is fetched; mute is remembered.
"use strict";

const sounds = (() => {
  const KEPT = "vingt-muted";
  let context = null;
  let muted = localStorage.getItem(KEPT) === "yes";

  /** Browsers allow sound only after the person has done something. */
  function ready() {
    if (muted || typeof AudioContext === "undefined") return null;
    context ??= navigator.userActivation?.hasBeenActive ? new AudioContext() : null;
    return context;
  }

  function tone(pitch, seconds, after = 0, loudness = 0.06) {
    const audio = ready();
    if (!audio) return;
    const at = audio.currentTime + after;
    const source = audio.createOscillator();
    const volume = audio.createGain();
    source.frequency.value = pitch;
    source.type = "triangle";
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    source.connect(volume).connect(audio.destination);
    source.start(at);
    source.stop(at + seconds);
  }

  /** A short hiss: paper on felt, or clay on clay. */
  function hiss(seconds, pitch, after = 0, loudness = 0.12) {
    const audio = ready();
    if (!audio) return;
    const at = audio.currentTime + after;
    const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const data = noise.getChannelData(0);
    for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length) ** 2;
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    const volume = audio.createGain();
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    volume.gain.value = loudness;
    source.connect(filter).connect(volume).connect(audio.destination);
    source.start(at);
  }

  const feel = (pattern) => !muted && navigator.userActivation?.hasBeenActive && navigator.vibrate?.(pattern);

  const button = document.getElementById("mute");
  function shown() {
    button.textContent = muted ? "Sound is off" : "Sound is on";
    button.setAttribute("aria-pressed", String(!muted));
  }
  button?.addEventListener("click", () => {
    muted = !muted;
    localStorage.setItem(KEPT, muted ? "yes" : "no");
    shown();
  });
  if (button) shown();

  return {
    card: (after = 0) => hiss(0.09, 2600, after),
    chip: (after = 0) => (hiss(0.03, 5200, after, 0.2), tone(2100, 0.05, after, 0.02)),
    turn: () => (tone(660, 0.16), tone(880, 0.22, 0.11), feel(30)),
    won: () => ([523, 659, 784].forEach((pitch, n) => tone(pitch, 0.25, n * 0.09)), feel([20, 40, 20])),
    great: () => ([523, 659, 784, 1047, 1319].forEach((pitch, n) => tone(pitch, 0.35, n * 0.1, 0.07)), feel([30, 40, 30, 40, 80])),
    lost: () => tone(196, 0.2, 0, 0.035),
    said: () => tone(990, 0.08, 0, 0.03),
  };
})();
