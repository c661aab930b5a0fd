import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client, ifMatch, paramsOf } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { FormDialog } from '../../ui/dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { AreaField, TextField } from '../../ui/fields';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { FilterTabs, ItemButton, ItemList } from './item-list';
import { SettingsPage } from './settings-page';
import { useChoice } from '../../ui/url-params';
import { t, Trans } from '../../texts/texts';

type Domain = components['schemas']['Domain'];

const states = [
  { value: 'active', name: t('Active') },
  { value: 'archived', name: t('Archived') },
] as const;

/** The domains, which group projects and actions. */
export function DomainsScreen() {
  const [isCreating, setCreating] = useState(false);
  return (
    <SettingsPage
      title={t('Domains')}
      actions={
        <button type="button" className="button button-primary" onClick={() => setCreating(true)}>
          <Icon name="plus" /> {t('New domain')}
        </button>
      }
    >
      {() => (
        <>
          <DomainsPanel />
          {isCreating && <NewDomainDialog onClose={() => setCreating(false)} />}
        </>
      )}
    </SettingsPage>
  );
}

function DomainsPanel() {
  const [state, setState] = useChoice('state', ['active', 'archived']);
  const [edited, setEdited] = useState<Domain>();
  const [refused, setRefused] = useState<Domain>();
  const { write, isSending, error } = useWrite();
  const query = { limit: 100, state: [state] };
  const list = api.useInfiniteQuery('get', '/v1/domains', { params: { query } }, byOffset);

  async function setDomainState(domain: Domain, next: Domain['state']): Promise<void> {
    const changed = await write(() => changeState(domain, next), {
      done:
        next === 'archived'
          ? t('“{name}” is archived.', { name: domain.name })
          : t('“{name}” is active again.', { name: domain.name }),
      undo: (result) => changeState(result, domain.state),
    });
    setRefused(changed === undefined ? domain : undefined);
  }

  return (
    <Panel
      title={state === 'active' ? t('Active domains') : t('Archived domains')}
      actions={
        <FilterTabs label={t('Which domains')} options={states} value={state} onChange={setState} />
      }
    >
      <div role="alert">
        {error !== undefined && refused !== undefined && (
          <p className="notice notice-bad" dir="auto">
            <Trans
              id="“{name}” stays as it is. {error}"
              values={{ name: refused.name, error: explain(error) }}
            />
          </p>
        )}
      </div>
      <ItemList
        list={list}
        empty={
          state === 'active'
            ? t('Domains appear here. They group projects and actions, for example by department.')
            : t('Archived domains appear here. They accept nothing new, and can be reactivated.')
        }
      >
        {(domain) => (
          <>
            <div className="item-text">
              <span className="item-title" dir="auto">
                {domain.name}
              </span>
              {domain.description !== null && (
                <span className="settings-text" dir="auto">
                  {domain.description}
                </span>
              )}
              <span className="row-meta">
                <span>
                  {t('{count, plural, one {# active project} other {# active projects}}', {
                    count: domain.project_count,
                  })}
                </span>
                <span>
                  {t('{count, plural, one {# open action} other {# open actions}}', {
                    count: domain.action_count,
                  })}
                </span>
              </span>
            </div>
            <div className="actions">
              <ItemButton name={t('Change')} of={domain.name} onClick={() => setEdited(domain)} />
              <ItemButton
                name={state === 'active' ? t('Archive') : t('Reactivate')}
                of={domain.name}
                aria-disabled={isSending}
                onClick={() =>
                  void setDomainState(domain, state === 'active' ? 'archived' : 'active')
                }
              />
            </div>
          </>
        )}
      </ItemList>
      {edited !== undefined && (
        <DomainDialog domain={edited} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

function changeState(domain: Domain, state: Domain['state']): Promise<Domain> {
  const params = paramsOf(domain);
  return unwrap(client.PATCH('/v1/domains/{id}', { params, body: { state } }));
}

const newDomain = { name: '', description: '' };

/** Creates a domain. */
function NewDomainDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useCreate('domain', newDomain);
  const { name, description } = form.fields;

  async function send(): Promise<void> {
    const body = { name: name.trim(), description: textOrNull(description) };
    const created = await form.create(() => unwrap(client.POST('/v1/domains', { body })), {
      done: t('The domain “{name}” is created.', { name: body.name }),
    });
    if (created !== undefined) onClose();
  }

  return (
    <FormDialog
      title={t('New domain')}
      action={t('Create')}
      isSending={form.isSending}
      fault={explain(form.error)}
      onSend={() => void send()}
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <DomainFields fields={form.fields} onChange={form.change} />
      </DraftFields>
    </FormDialog>
  );
}

function DomainFields({
  fields: { name, description },
  onChange,
}: {
  readonly fields: typeof newDomain;
  readonly onChange: (changed: Partial<typeof newDomain>) => void;
}) {
  return (
    <>
      <TextField
        label={t('Name')}
        value={name}
        onChange={(next) => onChange({ name: next })}
        isRequired
      />
      <AreaField
        label={t('Description')}
        value={description}
        onChange={(next) => onChange({ description: next })}
      />
    </>
  );
}

/** Changes the name and the description of a domain. */
function DomainDialog({
  domain,
  onClose,
}: {
  readonly domain: components['schemas']['Domain'];
  readonly onClose: () => void;
}) {
  const path = { id: domain.id };
  const edit = useEdit(domain, {
    fieldsOf: ({ name, description }) => ({ name, description: description ?? '' }),
    bodyOf: ({ name, description }) => ({
      name: name.trim(),
      description: textOrNull(description),
    }),
    read: () => unwrap(client.GET('/v1/domains/{id}', { params: { path } })),
    save: (body, version) =>
      unwrap(
        client.PATCH('/v1/domains/{id}', { params: { path, header: ifMatch(version) }, body }),
      ),
    onSaved: onClose,
    explain,
  });

  return (
    <EditDialog title={t('Change the domain')} edit={edit} onClose={onClose}>
      <DomainFields fields={edit.fields} onChange={edit.change} />
    </EditDialog>
  );
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
