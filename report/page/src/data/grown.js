/* grown.js - runs of one program at several sizes: the law by which the calls of each function grow. */
export class Grown {
  constructor({sizes, functions}) {
    this.sizes = sizes;
    this.functions = functions.map(([name, file, kind, law, others, begins, caller, ten, hundred, ...calls], id) => ({
      ...{id, name, file, kind, law, others, caller, calls},
      ...{begins: begins === 1, ten: ten ?? Infinity, hundred: hundred ?? Infinity},
    }));
  }

  get largest() {
    return this.sizes.at(-1);
  }
}
