/* covered.js - what is said of a function in the coverage, and whether its source is in the page. */

/* In the order of COVERED. */
export const STATUS = ['', 'called', 'never called', 'not instrumented', 'of a library'];
export const STYLE = ['', 'good', 'dim', 'hot', 'dim'];

export const hasSource = (profile, region) =>
  region.line > 0 && profile.head.sources.some(([file]) => file === region.file);
