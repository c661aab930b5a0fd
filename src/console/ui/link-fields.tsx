import { TextField } from './fields';

/** The address of a page and its title, which may be left empty. */
export function LinkFields({
  url,
  title,
  onUrl,
  onTitle,
}: {
  readonly url: string;
  readonly title: string;
  readonly onUrl: (url: string) => void;
  readonly onTitle: (title: string) => void;
}) {
  return (
    <>
      <TextField
        label="Address"
        type="url"
        value={url}
        maxLength={2_000}
        isRequired
        hint="It begins with https:// or http://."
        onChange={onUrl}
      />
      <TextField label="Title" value={title} hint="You may leave it empty." onChange={onTitle} />
    </>
  );
}
