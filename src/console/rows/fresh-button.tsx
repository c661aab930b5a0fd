/** Shows the records that have come since the person began to read a list. */
export function FreshButton({
  count,
  onShow,
}: {
  readonly count: number;
  readonly onShow: () => void;
}) {
  if (count === 0) return null;
  return (
    <button type="button" className="button button-small" onClick={onShow}>
      Show {count} new
    </button>
  );
}
