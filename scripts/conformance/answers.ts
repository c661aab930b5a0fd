import { asList, asObject } from '../generate/json';
import { operationsOf } from '../generate/operations';

/** What an operation can answer: a status and, of an error, one of its codes; of a success the code is empty. */
export interface DocumentedAnswer {
  readonly operation: string;
  readonly status: number;
  readonly code: string;
}

/** An answer that a test saw: its file, a space, and its name. */
export interface SeenAnswer extends DocumentedAnswer {
  readonly test: string;
}

/** A documented answer and the first test, by its file and name, that saw it; undefined where none did. */
export interface HeldAnswer extends DocumentedAnswer {
  readonly test: string | undefined;
}

/** Every answer that the contract documents, in its order: each status, an error's once for each of its codes. */
export function documentedAnswers(document: unknown): DocumentedAnswer[] {
  const statuses = asObject(asObject(document)['x-error-statuses']);
  return operationsOf(document).flatMap(({ operation: described }) => {
    const operation = String(described['operationId']);
    const codes = asList(described['x-error-codes']).map(String);
    return Object.keys(asObject(described['responses']))
      .map(Number)
      .toSorted((a, b) => a - b)
      .flatMap((status) => {
        if (status < 400) return [{ operation, status, code: '' }];
        const ofStatus = asList(statuses[status]).map(String);
        return codes
          .filter((code) => ofStatus.includes(code))
          .map((code) => ({ operation, status, code }));
      });
  });
}

/** Which test produced each documented answer. Throws an Error when a test saw one that is not documented. */
export function holdAnswers(
  documented: readonly DocumentedAnswer[],
  seen: readonly SeenAnswer[],
): HeldAnswer[] {
  const keyOf = ({ operation, status, code }: DocumentedAnswer) => `${operation} ${status} ${code}`;
  const known = new Set(documented.map(keyOf));
  const tests = new Map<string, string>();
  for (const answer of seen) {
    const key = keyOf(answer);
    if (!known.has(key)) throw new Error(`${key} is not documented. It was seen by ${answer.test}`);
    const first = tests.get(key);
    if (first === undefined || answer.test < first) tests.set(key, answer.test);
  }
  return documented.map((answer) => ({ ...answer, test: tests.get(keyOf(answer)) }));
}
