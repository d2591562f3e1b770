/* main.js - reads the data that stand in the page, and shows them. */
import {Changes} from './data/changes.js';
import {Grown} from './data/grown.js';
import {Members} from './data/members.js';
import {Profile} from './data/profile.js';
import {read} from './data/read.js';
import {element} from './dom.js';
import {Shell} from './shell.js';

async function start() {
  const {head, columns} = await read(document.getElementById('profile').textContent);
  const profile = new Profile({head, columns});
  profile.members = new Members(profile, columns, head.locations);
  if (head.changes) profile.changes = new Changes(head.changes, columns);
  if (head.growth) profile.grown = new Grown(head.growth);
  new Shell(profile).start();
}

start().catch(error => {
  document.body.append(
    element('p', {class: 'broken'}, `This page could not be shown: ${error.message}. A newer browser may help.`),
  );
  throw error;
});
