import type { Proposal } from 'callboard-client';
import { isPlain, labelOf, textOf } from './payload-text';

/** The operations of proposals in words. */
export const operationWords: Readonly<Record<Proposal['operation'], string>> = {
  createAction: 'create an action',
  createProject: 'create a project',
  dropAction: 'drop an action',
  duplicateProject: 'duplicate a project',
  updateAction: 'change an action',
  updateDocument: 'change a document',
  updateProject: 'close a project and drop its open actions',
};

/** The fields of a proposal's request. */
export function fieldsOf(payload: unknown): Record<string, unknown> {
  return typeof payload === 'object' && payload !== null ? { ...payload } : {};
}

/** The request of a proposal, field by field. */
export function PayloadList({ fields }: { readonly fields: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="payload">
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd dir="auto" className={isPlain(value) ? undefined : 'payload-json'}>
            {textOf(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
