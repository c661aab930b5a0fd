import type { ReactNode } from 'react';

/** A page without the navigation, for visitors who have not signed in. */
export function Alone({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <main className="alone">
      <div className="card sign-in">
        <span className="brand-mark brand-mark-large" aria-hidden="true" />
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
