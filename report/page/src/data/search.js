/*
 * search.js - what is searched for: regions whose name or file holds it, or matches it where it is /a regular expression/, and their
 * call paths. One pass over numbers, so that each key is answered at once.
 */
export class Search {
  constructor(profile) {
    this.profile = profile;
    this.texts = profile.regions.map(region => `${region.full}\n${region.file}`.toLowerCase());
    this.set('');
  }

  set(query) {
    const pattern = /^\/(.+)\/$/.exec(query.trim())?.[1];
    this.query = pattern ? query.trim() : query.trim().toLowerCase();
    this.active = this.query !== '';
    this.broken = false;
    this.matches = text => text.includes(this.query);
    if (pattern)
      try {
        const expression = new RegExp(pattern, 'im');
        this.matches = text => expression.test(text);
      } catch {
        this.broken = true; /* it is still typed, maybe */
      }
    this.hit = Uint8Array.from(this.texts, text => (this.active && this.matches(text) ? 1 : 0));
  }

  /* Whether a text of another kind is found. */
  finds(text) {
    return this.active && this.matches(text.toLowerCase());
  }

  has(region) {
    return this.hit[region] === 1;
  }

  /* Of each path 1 where it is found, and 2 where one below it is. */
  keep({parent, region} = this.profile.node, found = i => this.hit[region[i]]) {
    const keep = new Uint8Array(parent.length);
    for (let i = keep.length - 1; i >= 0; i--) {
      if (found(i)) keep[i] |= 1;
      if (keep[i] && i) keep[parent[i]] |= 2;
    }
    return keep;
  }

  /* Own time of all that is found, of the 100%. */
  share() {
    let sum = 0;
    for (const region of this.profile.regions) if (this.hit[region.id]) sum += region.exclusive_s;
    return sum / this.profile.total;
  }
}
