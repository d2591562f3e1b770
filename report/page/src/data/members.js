/*
 * members.js - what each rank did, or each process of a sum over several runs: from the rows of the profile. Of a very large
 * job only a sample of ranks has rows.
 */
import {KIND} from './profile.js';

export class Members {
  constructor(profile, {head, columns}) {
    this.profile = profile;
    this.row = columns.row;
    this.list = [];
    this.of = head.locations.map(([member, number, , host]) => {
      this.list[member] = {number, host};
      return member;
    });
    this.threadOf = head.locations.map(([, , thread]) => thread);
    this.count = columns.row.location.length ? this.list.length : 0;
    this.threads = this.count ? [...new Set(this.threadOf)].sort((a, b) => a - b) : [];
    this.first = new Uint32Array(profile.count + 1);
    for (let i = 0; this.count && i < profile.count; i++) this.first[i + 1] = this.first[i] + columns.node.rows[i];
  }

  /* "rank 3", "process 4711" */
  name(member) {
    return `${this.profile.head.member} ${this.list[member].number}`;
  }

  /* One number of each member: the sum of `what` (inclusive, exclusive, work) over the rows of some paths, of the thread that is chosen. */
  sums(nodes, what) {
    const sums = new Float64Array(this.count);
    const {location, [what]: values} = this.row;
    const {shape, thread} = this.profile;
    const isOf = thread === null ? null : this.#isOf(null, thread);
    for (const node of nodes)
      for (const i of shape ? shape.partsOf(node, what) : [node])
        for (let row = this.first[i]; row < this.first[i + 1]; row++)
          if (!isOf || isOf[location[row]]) sums[this.of[location[row]]] += values[row];
    return sums;
  }

  /* Which locations are of one member, or of one thread of it or of each (null: any). */
  #isOf(member, thread) {
    return this.of.map((of, i) => [of, null].includes(member) && [this.threadOf[i], null].includes(thread));
  }

  /* Which paths they came to. */
  reached(member, thread) {
    const isOf = this.#isOf(member, thread);
    const {parent} = this.profile.all.node;
    const reached = Uint8Array.from({length: this.profile.count}, (_, i) =>
      this.row.location.subarray(this.first[i], this.first[i + 1]).some(at => isOf[at]) ? 1 : 0,
    );
    for (let i = reached.length - 1; i > 0; i--) reached[parent[i]] |= reached[i];
    return reached;
  }

  /* What they have of each path, in place of what all have. */
  figures(member, thread) {
    const isOf = this.#isOf(member, thread);
    const {node} = this.profile.all;
    const made = Object.fromEntries(
      ['calls', 'inclusive_s', 'exclusive_s', 'mean_s', 'error'].map(key => [
        key,
        new Float64Array(this.profile.count),
      ]),
    );
    for (let i = 0; i < this.profile.count; i++) {
      for (let row = this.first[i]; row < this.first[i + 1]; row++) {
        if (!isOf[this.row.location[row]]) continue;
        made.calls[i] += this.row.calls[row];
        made.inclusive_s[i] += this.row.inclusive[row];
        made.exclusive_s[i] += this.row.exclusive[row];
      }
      made.mean_s[i] = made.calls[i] ? made.inclusive_s[i] / made.calls[i] : 0;
      made.error[i] = node.error[i] * Math.sqrt(made.inclusive_s[i] / (node.inclusive_s[i] || 1));
    }
    return made;
  }

  /* Of each thread: its time outside MPI and waits of OpenMP, on one rank or (null) on all. */
  workOfThreads(member) {
    const {location, work} = this.row;
    const sums = new Float64Array(this.threads.length);
    for (let row = this.first[0]; row < this.first[1]; row++)
      if (member === null || this.of[location[row]] === member)
        sums[this.threads.indexOf(this.threadOf[location[row]])] += work[row];
    return sums;
  }

  /* Of each member: time outside MPI, time in MPI. */
  split() {
    const mpi = new Float64Array(this.count);
    for (const region of this.profile.regions)
      if (region.kind === KIND.MPI)
        this.sums(this.profile.nodesOf(region.id), 'exclusive').forEach((value, member) => {
          mpi[member] += value;
        });
    return {work: this.sums([0], 'work'), mpi};
  }
}
