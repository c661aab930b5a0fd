// Lets a process that a test starts run TypeScript, by `node --require`: as fast as it would run JavaScript, because each
// file is compiled once and kept for the processes after it. Only what the compiler makes of it is kept, by its content.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const cache = path.join(__dirname, '..', '..', '.cache', 'typescript');
const options = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

Module._extensions['.ts'] = (module, file) => module._compile(compiled(file), file);

// As TypeScript does: what is imported by the name that it will have once it is built.
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...rest) => {
  const source =
    /^\.{1,2}\/.*\.js$/.test(request) && parent?.filename?.endsWith('.ts')
      ? path.join(path.dirname(parent.filename), request.replace(/js$/, 'ts'))
      : '';
  return resolve(fs.existsSync(source) ? source : request, parent, ...rest);
};

function compiled(file) {
  const source = fs.readFileSync(file, 'utf8');
  const swc = require('@swc/core/package.json').version;
  const key = createHash('sha256').update(`${swc}\n${file}\n${source}`).digest('hex');
  const kept = path.join(cache, `${key}.js`);
  try {
    return fs.readFileSync(kept, 'utf8');
  } catch {
    const { code } = require('@swc/core').transformSync(source, { filename: file, ...options });
    keep(kept, code);
    return code;
  }
}

/** Whole or not at all: other processes read it. */
function keep(kept, text) {
  fs.mkdirSync(cache, { recursive: true });
  const draft = `${kept}.${process.pid}`;
  fs.writeFileSync(draft, text);
  fs.renameSync(draft, kept);
}
