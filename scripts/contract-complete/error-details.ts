import { errorTable } from '../generate/error-table';
import { asObject, valueAt } from '../generate/json';

const detailsByCode = '#/components/schemas/DetailsByCode/properties';

/**
 * The `dependentSchemas` of `Error`: conditions that give each code its `details`. They keep the
 * envelope one class in generated clients; a `oneOf` would make one class for each code.
 */
export function detailsConditions(document: unknown): unknown {
  const codes = errorTable(document).map(({ code }) => code);
  const withDetails = new Set(Object.keys(asObject(valueAt(document, detailsByCode))));
  const condition = (code: unknown, details: unknown) =>
    new Map([
      ['if', { properties: new Map([['code', code]]) }],
      ['then', { properties: new Map([['details', details]]) }],
    ]);
  const conditions = codes
    .filter((code) => withDetails.has(code))
    .map((code) => condition({ const: code }, { $ref: `${detailsByCode}/${code}` }));
  const without = codes.filter((code) => !withDetails.has(code));
  return { code: { allOf: [...conditions, condition({ enum: without }, { maxProperties: 0 })] } };
}
