/** The style of the reference. Parts that are off the screen are not rendered (`.lazy`). */
export const referenceStyle = `<style>
:root { color-scheme: light dark; --text: #1c2024; --quiet: #5b6370; --line: #d5d9df; --back: #fff; --raised: #f4f6f8; --link: #0b57b8; --mark: #8a4b00;
  --get: #0b57b8; --post: #176b34; --put: #8a4b00; --patch: #6d3fb0; --delete: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --quiet: #a3abb6; --line: #3a414a; --back: #14171a; --raised: #1e2328; --link: #84b8ff; --mark: #f0b35f;
    --get: #84b8ff; --post: #76cf92; --put: #f0b35f; --patch: #c4a4f5; --delete: #ff8f86; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 0.75rem; }
body { margin: 0; color: var(--text); background: var(--back); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 0.5rem; top: 0.5rem; padding: 0.5rem; background: var(--back); z-index: 1; }
header, nav, main { padding: 0 1rem; }
h1 { font-size: 1.7rem; margin: 1rem 0 0; }
h2 { font-size: 1.45rem; margin: 3rem 0 0.5rem; padding-top: 0.75rem; border-top: 2px solid var(--line); }
main > section:first-child h2 { margin-top: 0; border: 0; }
h3 { font-size: 1.15rem; margin: 1.25rem 0 0.25rem; }
.lazy > h3:first-child { margin-top: 0; }
h4 { font-size: 0.95rem; margin: 1.25rem 0 0.25rem; }
p { margin: 0.4rem 0; max-width: 48rem; }
code { font: 0.875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0.4rem 0; padding: 0.6rem 0.75rem; max-height: 32rem; overflow: auto; border: 1px solid var(--line); border-radius: 4px; background: var(--raised); }
pre code { overflow-wrap: normal; }
dl { margin: 0.25rem 0; max-width: 56rem; }
dt { margin-top: 0.5rem; }
dd { margin: 0 0 0 1rem; }
dd > p:first-child { margin-top: 0; }
dd dl { padding-left: 0.75rem; border-left: 2px solid var(--line); }
.fields dt > code:first-child { font-weight: 600; }
.errors a { font: 0.875rem/1.4 ui-monospace, monospace; }
.variant { margin: 0.5rem 0; padding-left: 0.75rem; border-left: 2px solid var(--line); }
.type, .limits, .callers { color: var(--quiet); font-size: 0.9rem; }
.type { font-weight: 400; }
.required { color: var(--mark); font-size: 0.85rem; }
.lazy { content-visibility: auto; }
article, section .lazy { padding: 1.5rem 0 0.5rem; }
.call { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: baseline; }
.tools { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; }
.self, .tools a { display: inline-block; padding: 0.2rem 0; }
.self { font-size: 0.85rem; }
.method { font: 600 0.85rem/1.4 ui-monospace, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }
summary { cursor: pointer; padding: 0.2rem 0; color: var(--link); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: inline-block; padding: 0.15rem 0; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
nav > ul > li { display: inline-block; margin-right: 0.75rem; vertical-align: top; }
nav ul ul { display: none; }
nav.filtered > ul > li { display: block; }
nav.filtered ul ul { display: block; padding-left: 0.75rem; }
label { display: block; font-size: 0.9rem; color: var(--quiet); }
input { width: 100%; padding: 0.45rem 0.5rem; font: inherit; color: inherit; background: var(--back); border: 1px solid var(--quiet); border-radius: 4px; }
button { padding: 0.25rem 0.6rem; font: inherit; font-size: 0.9rem; color: inherit; background: var(--raised); border: 1px solid var(--quiet); border-radius: 4px; cursor: pointer; }
.copy, .filter { display: none; }
.scripted .copy { display: inline-block; }
.scripted .filter { display: block; margin: 0.75rem 0; }
.filter p { min-height: 1.5em; margin: 0.2rem 0; font-size: 0.9rem; color: var(--quiet); }
@media (min-width: 60rem) {
  body { display: grid; grid-template: auto 1fr / 19rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; padding-bottom: 0.75rem; border-bottom: 1px solid var(--line); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding-bottom: 2rem; border-right: 1px solid var(--line); font-size: 0.9rem; }
  nav > ul > li { display: block; margin: 0.75rem 0 0; }
  nav > ul > li > a { font-weight: 600; }
  nav ul ul { display: block; padding-left: 0.75rem; }
  main { padding: 1rem 2rem 6rem; }
}
@media print { nav, .tools { display: none; } .lazy { content-visibility: visible; } pre { max-height: none; } }
</style>`;
