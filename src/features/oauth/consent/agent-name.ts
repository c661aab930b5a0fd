/**
 * The name that the page of consent proposes for a new agent: the client's, with a number if an
 * agent has it already, such as "Claude 2".
 */
export function proposeAgentName(
  clientName: string,
  agents: readonly { readonly name: string }[],
): string {
  const taken = new Set(agents.map(({ name }) => folded(name)));
  const names = [clientName, ...agents.map((_, index) => `${clientName} ${index + 2}`)];
  const free = names.find((name) => !taken.has(folded(name)));
  return free ?? clientName;
}

function folded(name: string): string {
  return name.toLowerCase();
}
