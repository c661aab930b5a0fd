/** Rows of the size that the real ones will have, until these are read. */
export function RowsSkeleton() {
  return (
    <div className="skeletons" aria-busy="true">
      <p className="visually-hidden">Loading</p>
      <div className="skeleton skeleton-title" />
      {[0, 1, 2].map((index) => (
        <div key={index} className="skeleton skeleton-row" />
      ))}
    </div>
  );
}
