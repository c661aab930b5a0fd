/** How long an old secret stays valid, in seconds. */
export const overlaps = [
  { value: '0', name: 'At once' },
  { value: '3600', name: 'In an hour' },
  { value: '86400', name: 'In a day' },
] as const;
