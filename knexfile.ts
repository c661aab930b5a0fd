// `npx knex migrate:status`, `migrate:latest`, `migrate:rollback --all`: DATABASE_URL says where.
// Knex knows no loader for TypeScript that is installed here, so this file is JavaScript too, and brings one.
require('tsx/cjs');

module.exports = require('./src/platform/db/schema/command-line.ts');
