/* descent.js - the way down from the root to a call path, for pictures of what is below it. */
import {element} from '../dom.js';

/* Down from the root, as long as nearly all is in one path. */
export function firstFork(profile) {
  let at = 0;
  for (;;) {
    const [first] = profile.children(at);
    if (first === undefined || profile.node.inclusive[first] < 0.9 * profile.node.inclusive[at]) return at;
    at = first;
  }
}

/* A button for each path above it, and for itself. */
export function wayTo(profile, at, go) {
  return [0, ...profile.path(at)].map(node =>
    element('button', {class: 'code link', onclick: () => go(node)}, profile.regionOf(node).name),
  );
}
