import type { components } from 'callboard-client';
import { api } from '../../api/client';
import { slow } from '../../live/slow';
import { DomainPicker } from '../../pickers/pickers';
import { secondsOf, split, unitNames, type Unit } from '../../ui/durations';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/fields';
import type { Order } from './order';

/** What the forms of an order ask for. */
export interface OrderFields {
  readonly agent_id: string;
  readonly name: string;
  readonly summary: string;
  readonly document_id: string | null;
  readonly domain_id: string | null;
  readonly requires_proposals: boolean;
  readonly position: string;
  /** A number of units; empty for none. */
  readonly every: string;
  readonly unit: Unit;
}

/** The fields of a new order of an agent. */
export function newOrder(agentId: string): OrderFields {
  return {
    agent_id: agentId,
    name: '',
    summary: '',
    document_id: null,
    domain_id: null,
    requires_proposals: false,
    position: '',
    every: '1',
    unit: 'day',
  };
}

/** The fields as an order has them. */
export function fieldsOfOrder(order: Order): OrderFields {
  const { checkin_every_seconds: seconds, position } = order;
  const every = seconds === null ? undefined : split(seconds);
  return {
    agent_id: order.agent_id,
    name: order.name,
    summary: order.summary ?? '',
    document_id: order.document_id,
    domain_id: order.domain_id,
    requires_proposals: order.requires_proposals,
    position: position === null ? '' : String(position),
    every: every === undefined ? '' : String(every.count),
    unit: every?.unit ?? 'day',
  };
}

/** The fields as the API takes them. */
export function bodyOfOrder({ every, unit, position, ...fields }: OrderFields) {
  return {
    ...fields,
    name: fields.name.trim(),
    summary: fields.summary.trim() === '' ? null : fields.summary,
    position: position === '' ? null : Number(position),
    checkin_every_seconds: every === '' ? null : secondsOf(Number(every), unit),
  } satisfies components['schemas']['OrderCreate'];
}

interface Props {
  readonly fields: OrderFields;
  readonly onChange: (changed: Partial<OrderFields>) => void;
}

/** Everything that people decide about an order. */
export function OrderForm({ fields, onChange }: Props) {
  return (
    <>
      <TextField
        label="Name"
        isRequired
        value={fields.name}
        onChange={(name) => onChange({ name })}
      />
      <AreaField
        label="Summary"
        hint="What the agent takes care of, in Markdown."
        value={fields.summary}
        onChange={(summary) => onChange({ summary })}
      />
      <div className="form-columns">
        <TextField
          label="Checks in every"
          type="number"
          hint="Empty: no check-ins expected."
          value={fields.every}
          onChange={(every) => onChange({ every })}
        />
        <SelectField
          label="Unit"
          value={fields.unit}
          options={unitNames}
          onChange={(unit) => onChange({ unit })}
        />
      </div>
      <div className="form-columns">
        <DocumentPicker fields={fields} onChange={onChange} />
        <DomainPicker value={fields.domain_id} onChange={(domain_id) => onChange({ domain_id })} />
      </div>
      <div className="form-columns">
        <AgentPicker fields={fields} onChange={onChange} />
        <TextField
          label="Position among the agent’s orders"
          type="number"
          value={fields.position}
          onChange={(position) => onChange({ position })}
        />
      </div>
      <CheckField
        label="It needs permission for what people gate"
        checked={fields.requires_proposals}
        onChange={(requires_proposals) => onChange({ requires_proposals })}
      />
    </>
  );
}

const agents = {
  params: {
    query: { limit: 200, state: ['pending' as const, 'active' as const, 'paused' as const] },
  },
};

function AgentPicker({ fields, onChange }: Props) {
  const { data } = api.useQuery('get', '/v1/agents', agents, slow);
  return (
    <SelectField
      label="Agent"
      value={fields.agent_id}
      options={optionsOf(
        fields.agent_id,
        data?.items.map(({ id, name }) => ({ value: id, name })),
      )}
      onChange={(agent_id) => onChange({ agent_id })}
    />
  );
}

const documents = {
  params: { query: { limit: 200, sort: 'title', include_content: false } },
} as const;

function DocumentPicker({ fields, onChange }: Props) {
  const { data } = api.useQuery('get', '/v1/documents', documents);
  const listed = data?.items.map(({ id, title }) => ({ value: id, name: title })) ?? [];
  return (
    <SelectField
      label="Document"
      hint="What describes the work."
      value={fields.document_id ?? ''}
      options={optionsOf(fields.document_id ?? '', [{ value: '', name: 'No document' }, ...listed])}
      onChange={(id) => onChange({ document_id: id === '' ? null : id })}
    />
  );
}

interface Option {
  readonly value: string;
  readonly name: string;
}

/** The options, with one for a value that is not listed: it stays chosen. */
function optionsOf(value: string, listed: readonly Option[] = []): readonly Option[] {
  const isListed = listed.some((option) => option.value === value);
  return isListed ? listed : [{ value, name: 'As it is' }, ...listed];
}
