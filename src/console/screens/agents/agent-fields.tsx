import type { components } from 'callboard-client';
import { AreaField, CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import type { Agent } from './agent';
import { t } from '../../texts/texts';

/** What the forms of an agent ask for. */
export interface AgentFields {
  readonly name: string;
  readonly icon: string;
  /** One capability a line. */
  readonly capabilities: string;
  readonly webhook_url: string;
  readonly access_mode: Agent['access_mode'];
  readonly requires_proposals: boolean;
  readonly can_review: boolean;
}

/** The fields of a new agent. */
export const newAgent: AgentFields = {
  name: '',
  icon: '',
  capabilities: '',
  webhook_url: '',
  access_mode: 'worker',
  requires_proposals: false,
  can_review: false,
};

/** The fields as the API takes them. */
export function bodyOfAgent(fields: AgentFields) {
  return {
    ...fields,
    name: fields.name.trim(),
    icon: fields.icon.trim() || null,
    capabilities: capabilitiesOf(fields.capabilities),
    webhook_url: fields.webhook_url.trim() || null,
  } satisfies components['schemas']['AgentCreate'];
}

/** The capabilities in a text with one a line. */
export function capabilitiesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

interface Props {
  readonly fields: AgentFields;
  readonly onChange: (changed: Partial<AgentFields>) => void;
}

/** The name of an agent. */
export function AgentNameField({ fields, onChange }: Props) {
  return (
    <TextField
      label={t('Name of the agent')}
      value={fields.name}
      isRequired
      onChange={(name) => onChange({ name })}
    />
  );
}

/** Everything else that people decide about an agent. */
export function AgentSettings({ fields, onChange }: Props) {
  return (
    <>
      <AreaField
        label={t('Capabilities, one a line')}
        hint={t('It may take work from the pool that asks for no other capabilities.')}
        rows={3}
        value={fields.capabilities}
        onChange={(capabilities) => onChange({ capabilities })}
      />
      <div className="form-columns">
        <TextField
          label={t('Emoji')}
          maxLength={200}
          value={fields.icon}
          onChange={(icon) => onChange({ icon })}
        />
        <SelectField
          label={t('Access')}
          value={fields.access_mode}
          options={[
            { value: 'worker', name: t('Worker: it changes its own work') },
            { value: 'sysadmin', name: t('Sysadmin: it also manages agents and orders') },
          ]}
          onChange={(access_mode) => onChange({ access_mode })}
        />
      </div>
      <TextField
        label={t('Webhook URL')}
        type="url"
        maxLength={2000}
        hint={t(
          'Callboard sends the news of the agent to it, once the agent has a webhook secret.',
        )}
        value={fields.webhook_url}
        onChange={(webhook_url) => onChange({ webhook_url })}
      />
      <div>
        <CheckField
          label={t('It needs permission for what people gate')}
          checked={fields.requires_proposals}
          onChange={(requires_proposals) => onChange({ requires_proposals })}
        />
        <CheckField
          label={t('It may review the work of others')}
          checked={fields.can_review}
          onChange={(can_review) => onChange({ can_review })}
        />
      </div>
    </>
  );
}
