/** Says why a member sees no webhooks. */
export function OwnersOnly() {
  return <p className="muted">You are a member. Only owners see and change webhooks.</p>;
}
