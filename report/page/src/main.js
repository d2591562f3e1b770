/* main.js - reads the data that stand in the page, and shows them. */
import {Changes} from './data/changes.js';
import {Members} from './data/members.js';
import {Profile} from './data/profile.js';
import {read} from './data/read.js';
import {p} from './dom.js';
import {Shell} from './shell.js';

async function start() {
  const data = await read(document.getElementById('profile').textContent);
  const profile = new Profile(data);
  profile.members = new Members(profile, data);
  if (data.head.changes) profile.changes = new Changes(data);
  document.querySelector('pre').remove(); /* the same for a browser without scripts */
  new Shell(profile).start();
}

start().catch(error => {
  document.body.append(p('', `This page could not be shown: ${error.message}. A newer browser may help.`));
  throw error;
});
