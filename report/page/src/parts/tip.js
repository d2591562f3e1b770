/* tip.js - the box beside the pointer that says what is there. */
import {element} from '../dom.js';

const box = element('div', {class: 'tip', role: 'tooltip', hidden: ''});

export function showTip(event, text) {
  if (!box.isConnected) document.body.append(box);
  box.textContent = text;
  box.hidden = false;
  const {width, height} = box.getBoundingClientRect();
  box.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 8))}px`;
  box.style.top = `${event.clientY + 18 + height > innerHeight ? Math.max(4, event.clientY - height - 12) : event.clientY + 18}px`;
}

export function hideTip() {
  box.hidden = true;
}

/* Shows what `say(event)` returns while the pointer is over an element. */
export function tipOn(made, say) {
  made.addEventListener('pointermove', event => {
    const text = say(event);
    if (text) showTip(event, text);
    else hideTip();
  });
  made.addEventListener('pointerleave', hideTip);
  return made;
}
