import { _, type Code, type KeywordCxt } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020';
import { useFunc } from 'ajv/dist/compile/util';
import ucs2length from 'ajv/dist/runtime/ucs2length';

/** Keywords whose work grows with the value, and the keyword beside them that bounds the value. */
const boundedBy: ReadonlyMap<string, string> = new Map([
  ['pattern', 'maxLength'],
  ['format', 'maxLength'],
  ['items', 'maxItems'],
  ['uniqueItems', 'maxItems'],
]);

/**
 * Makes a compiler with `allErrors` skip these keywords for a value that is beyond the limit in the
 * same schema: the limit's own error says enough, and the value may be as large as the body.
 * Without `allErrors` Ajv checks the limits first and stops there. Call it before the first schema
 * is compiled.
 */
export function checkLimitsFirst(ajv: Ajv2020): Ajv2020 {
  if (ajv.opts.allErrors !== true) return ajv;
  for (const rule of ajv.RULES.rules.flatMap((group) => group.rules)) {
    const limit = boundedBy.get(rule.keyword);
    const { definition } = rule;
    if (limit === undefined || !('code' in definition)) continue;
    const { code } = definition;
    rule.definition = {
      ...definition,
      code: (cxt, ruleType) => {
        const most: unknown = cxt.parentSchema[limit];
        if (typeof most !== 'number') code(cxt, ruleType);
        else cxt.gen.if(_`${sizeOf(cxt, limit)} <= ${most}`, () => code(cxt, ruleType));
      },
    };
  }
  return ajv;
}

// JSON Schema counts code points.
function sizeOf({ gen, data }: KeywordCxt, limit: string): Code {
  return limit === 'maxLength' ? _`${useFunc(gen, ucs2length)}(${data})` : _`${data}.length`;
}
