import { asList, asObject } from '../../../../platform/json';
import { textOf, type ContractDocument, type Operation } from './document';

/** A request to paste into a shell, with the variables `URL`, `TOKEN` and `SESSION`. */
export function curlLine({ id: _id, ...operation }: Operation, contract: ContractDocument): string {
  const { method, path, value: facts } = operation;
  const parameters = asList(facts['parameters']).map((given) => contract.resolve(given).value);
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required === true)
    .flatMap(({ name, example }) => {
      const values = Array.isArray(example) ? asList(example) : [example];
      return values.map((value) => `${textOf(name)}=${encodeURIComponent(shown(value))}`);
    });
  // The names of variables in the shell stand for ids.
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${name.toUpperCase()}`);
  const address = `"$URL${filled}${query.length === 0 ? '' : `?${query.join('&')}`}"`;
  const parts = [
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    ...credentials(operation, contract),
    ...bodyOf(operation, contract),
    address,
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

function credentials(
  { method, value }: Omit<Operation, 'id'>,
  contract: ContractDocument,
): readonly string[] {
  const accepted = asList(value['security'] ?? contract.root['security']);
  const schemes = accepted.flatMap((given) => Object.keys(asObject(given)));
  if (schemes.includes('bearerToken')) return ['-H "Authorization: Bearer $TOKEN"'];
  if (!schemes.includes('sessionCookie')) return [];
  const cookie = '-b "__Host-callboard_session=$SESSION"';
  return method === 'get' ? [cookie] : [cookie, '-H "Origin: $URL"'];
}

function bodyOf({ value }: Omit<Operation, 'id'>, contract: ContractDocument): readonly string[] {
  const body = contract.resolve(value['requestBody']).value;
  const [[type, media] = []] = Object.entries(asObject(body['content']));
  if (type === undefined) return [];
  const [example] = Object.values(asObject(asObject(media)['examples']));
  const { value: sample } = contract.resolve(example).value;
  const header = `-H 'Content-Type: ${type}'`;
  if (sample === undefined) return [header, `-d '{}'`];
  if (type === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(asObject(sample));
    return fields.map(([name, field]) => `--data-urlencode ${quoted(`${name}=${shown(field)}`)}`);
  }
  return [header, `-d ${quoted(JSON.stringify(sample))}`];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
