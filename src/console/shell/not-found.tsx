import { Link } from 'wouter';
import { useTitle } from '../ui/title';

/** The screen of an address that has none. */
export function NotFound() {
  useTitle('Not found');
  return (
    <section className="empty">
      <h1 tabIndex={-1}>There is no such page</h1>
      <p>
        The address may be old or mistyped. <Link href="/app">Show what needs you now</Link>.
      </p>
    </section>
  );
}
