const paths = {
  question: 'M9.1 9a3 3 0 1 1 4.4 2.7c-.9.5-1.5 1.2-1.5 2.3M12 17.5h.01',
  review: 'M5 12.5l4.5 4.5L19 7.5',
  proposal: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6z',
  stalled: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  order: 'M4 5h16v16H4zM4 10h16M8 3v4M16 3v4',
  now: 'M13 3L5 14h6l-1 7 8-11h-6z',
  help: 'M4 6h16v12H4zM8 10h.01M12 10h.01M16 10h.01M8 14h8',
  out: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  plus: 'M12 5v14M5 12h14',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5',
  mine: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM5 20c0-3.5 3-6 7-6s7 2.5 7 6',
  work: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  agent: 'M6 9h12v10H6zM12 5v4M9.5 13v2M14.5 13v2M3 13v3M21 13v3',
  document: 'M6 3h9l4 4v14H6zM14 3v5h5',
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  search: 'M16 16l5 5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0z',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M6 15v4',
  edit: 'M4 20l1-5L16 4l4 4L9 19z',
  project: 'M4 6h6l2 3h8v10H4z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  down: 'M6 9l6 6 6-6',
  docs: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** An icon that only decorates: a text beside it says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
