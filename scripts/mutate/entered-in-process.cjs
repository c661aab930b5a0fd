const { appendFileSync } = require('node:fs');

/** A function that appends each name to the file at its first call with it. */
function teller(file) {
  const told = new Set();
  return (name) => {
    if (told.has(name)) return;
    told.add(name);
    // At once, because a process may be killed.
    appendFileSync(file, `${name}\n`);
  };
}

module.exports = { teller };

const { MUTATE_ENTERED_FILE } = process.env;
if (MUTATE_ENTERED_FILE) globalThis.tellEntered = teller(MUTATE_ENTERED_FILE);
