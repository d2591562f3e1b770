/* text.js - how much room a name takes: names are in letters of one width, so that it need not be measured one by one. */

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u;

/* Letters that a text takes. */
export function letters(text) {
  let sum = text.length;
  if (!/^[\x20-\x7e›…]*$/.test(text)) {
    sum = 0;
    for (const letter of text) sum += WIDE.test(letter) ? 2 : 1.3;
  }
  return Math.ceil(sum);
}

/* The width of one letter in pixels, in an element of that class. */
export function letterWidth(parent, className) {
  const probe = document.createElement('span');
  probe.className = className;
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre';
  probe.textContent = '0'.repeat(100);
  parent.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return width || 7;
}
