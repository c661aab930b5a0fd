import { _, type Code, type KeywordCxt } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020';
import { useFunc } from 'ajv/dist/compile/util';
import ucs2length from 'ajv/dist/runtime/ucs2length';

/** Keywords whose cost grows with the value, with the keyword that limits the value's size. */
const limitOf: ReadonlyMap<string, string> = new Map([
  ['pattern', 'maxLength'],
  ['format', 'maxLength'],
  ['items', 'maxItems'],
  ['uniqueItems', 'maxItems'],
]);

/**
 * Makes an Ajv with `allErrors` skip costly keywords for values that exceed the limit in the same
 * schema, because such a value may be as large as the body. Without `allErrors` Ajv checks the
 * limits first and stops there. Call it before the first schema is compiled.
 */
export function boundValidationCost(ajv: Ajv2020): Ajv2020 {
  if (ajv.opts.allErrors !== true) return ajv;
  for (const rule of ajv.RULES.rules.flatMap((group) => group.rules)) {
    const limit = limitOf.get(rule.keyword);
    const { definition } = rule;
    if (limit === undefined || !('code' in definition)) continue;
    const { code } = definition;
    rule.definition = {
      ...definition,
      code: (cxt, ruleType) => {
        const maxSize: unknown = cxt.parentSchema[limit];
        if (typeof maxSize !== 'number') code(cxt, ruleType);
        else cxt.gen.if(_`${sizeOf(cxt, limit)} <= ${maxSize}`, () => code(cxt, ruleType));
      },
    };
  }
  return ajv;
}

// JSON Schema counts code points.
function sizeOf({ gen, data }: KeywordCxt, limit: string): Code {
  return limit === 'maxLength' ? _`${useFunc(gen, ucs2length)}(${data})` : _`${data}.length`;
}
