/** The style of all pages. The header of each page permits it by its hash. */
export const style = `
:root{color-scheme:light dark;--text:#1b1d22;--soft:#5a6070;--page:#f3f4f6;--card:#fff;--line:#8b92a0;
--accent:#1d4ed8;--on-accent:#fff;--error:#b42318;--warning:#b54708}
@media (prefers-color-scheme:dark){:root{--text:#e8eaee;--soft:#a5acba;--page:#14161a;--card:#1e2127;
--line:#767e8d;--accent:#8fb4ff;--on-accent:#0c1730;--error:#ff9a8f;
--warning:#f5b14c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.5rem;background:var(--card);overflow-wrap:anywhere}
@media (max-width:39.99rem){body{background:var(--card)}}
@media (min-width:40rem){main{margin:3rem auto;padding:2rem;border-radius:.75rem}}
.brand{margin:0 0 1rem;color:var(--soft);font-size:.875rem}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.3}
p{margin:0 0 1rem}
dl{margin:0 0 1.25rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0 0 .75rem}
fieldset{margin:0 0 1.25rem;padding:0;border:0;min-width:0}
legend{padding:0;font-weight:600}
label{display:block}
.after{margin-top:1.25rem}
.hint,small{display:block;color:var(--soft);font-size:.875rem}
.choice{display:flex;gap:.625rem;align-items:flex-start;padding:.375rem 0}
.choice input{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--accent)}
.field{margin:.5rem 0 1rem}
.field label{margin-bottom:.375rem;font-weight:600}
input:not([type=radio],[type=checkbox]),select{width:100%;min-height:2.75rem;padding:.5rem .625rem;
border:1px solid var(--line);border-radius:.375rem;background:var(--card);color:inherit;font:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button,.button{flex:1 1 8rem;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line);
border-radius:.375rem;background:var(--card);color:inherit;font:inherit;font-weight:600;cursor:pointer}
.button{text-align:center;text-decoration:none}
button.main,.button.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.error{padding:.75rem;border:2px solid var(--error);border-radius:.375rem;color:var(--error)}
.warning{padding:.75rem;border:2px solid var(--warning);border-radius:.375rem}
.many{max-height:20rem;margin-bottom:.5rem;padding:.25rem .5rem;overflow-y:auto;
border:1px solid var(--line);border-radius:.375rem}
@supports selector(:has(*)){.agents:not(:has([value=new]:checked)) .new{display:none}}
`;
