/** The two databases that Callboard runs on. */
export type Dialect = 'sqlite' | 'postgres';
