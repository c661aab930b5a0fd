/** The script of the reference. The page works without it: it filters the list, and copies. */
export const referenceScript = `
document.documentElement.classList.add('scripted');
const served = /\\/docs$/;
if (served.test(location.pathname)) {
  const address = location.origin + location.pathname.replace(served, '');
  for (const shown of document.querySelectorAll('.address')) shown.textContent = address;
}
const nav = document.querySelector('nav');
const field = nav.querySelector('input');
const said = nav.querySelector('[role=status]');
const groups = [...nav.querySelectorAll(':scope > ul > li')].map((item) => ({
  item,
  name: item.firstElementChild.textContent.toLowerCase(),
  entries: [...item.querySelectorAll('li')].map((entry) => {
    const link = entry.firstElementChild;
    const text = [link.textContent, link.hash.slice(1), link.title].join(' ').toLowerCase();
    return { entry, text };
  }),
}));
const filter = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  let count = 0;
  for (const { item, name, entries } of groups) {
    const matches = (text) => words.every((word) => text.includes(word));
    let shown = 0;
    for (const { entry, text } of entries) {
      entry.hidden = !matches(name + ' ' + text);
      if (!entry.hidden) shown += 1;
    }
    item.hidden = shown === 0 && !matches(name);
    count += shown;
  }
  nav.classList.toggle('filtered', words.length > 0);
  said.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : count + ' operations';
};
field.addEventListener('input', filter);
field.addEventListener('keydown', (event) => {
  if (event.isComposing || event.keyCode === 229 || event.key !== 'Enter') return;
  const first = nav.querySelector('li:not([hidden]) li:not([hidden]) > a');
  if (first !== null) first.click();
});
filter();
document.addEventListener('click', async ({ target }) => {
  if (!target.matches('.copy')) return;
  const code = target.closest('article').querySelector('h4:last-of-type + pre code');
  getSelection().selectAllChildren(code);
  // Without a secure context, the text is selected and the keys of the system copy it.
  if (navigator.clipboard === undefined) return;
  await navigator.clipboard.writeText(code.textContent);
  target.textContent = 'Copied';
  setTimeout(() => { target.textContent = 'Copy'; }, 2000);
});
`;
