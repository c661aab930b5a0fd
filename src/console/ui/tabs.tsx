import { Link, useLocation, useSearchParams } from 'wouter';

/** Links that change one parameter of the address; the first tab is the one without it. */
export function Tabs({
  label,
  param,
  chosen,
  tabs,
}: {
  readonly label: string;
  readonly param: string;
  readonly chosen: string;
  readonly tabs: readonly (readonly [value: string, name: string])[];
}) {
  const [path] = useLocation();
  const [params] = useSearchParams();
  const addressOf = (value: string): string => {
    const next = new URLSearchParams(params);
    if (value === tabs[0]?.[0]) next.delete(param);
    else next.set(param, value);
    return next.size === 0 ? path : `${path}?${next.toString()}`;
  };
  return (
    <nav aria-label={label}>
      <ul className="tabs">
        {tabs.map(([value, name]) => (
          <li key={value}>
            <Link
              href={addressOf(value)}
              className="tab"
              aria-current={value === chosen ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
