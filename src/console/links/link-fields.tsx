import { TextField } from '../ui/fields';

interface Fields {
  readonly url: string;
  readonly title: string;
}

/** The address of a page and its title, which may be left empty. */
export function LinkFields({
  fields: { url, title },
  hasUrl = true,
  onChange,
}: {
  readonly fields: Fields;
  readonly hasUrl?: boolean;
  readonly onChange: (changed: Partial<Fields>) => void;
}) {
  return (
    <>
      {hasUrl && (
        <TextField
          label="Address"
          type="url"
          value={url}
          maxLength={2_000}
          isRequired
          hint="It begins with https:// or http://."
          onChange={(next) => onChange({ url: next })}
        />
      )}
      <TextField
        label="Title"
        value={title}
        hint="You may leave it empty."
        onChange={(next) => onChange({ title: next })}
      />
    </>
  );
}
