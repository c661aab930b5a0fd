const { appendFileSync } = require('node:fs');

/** Makes a function that appends each name to the file, once. */
function recorder(file) {
  const recorded = new Set();
  return (name) => {
    if (recorded.has(name)) return;
    recorded.add(name);
    // Synchronously, because a process may be killed.
    appendFileSync(file, `${name}\n`);
  };
}

module.exports = { recorder };

const { MUTATE_ENTERED_FILE } = process.env;
if (MUTATE_ENTERED_FILE) globalThis.recordEntered = recorder(MUTATE_ENTERED_FILE);
