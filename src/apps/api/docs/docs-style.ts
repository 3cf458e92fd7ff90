/** Style sheet of the API page; the page's content security policy allows it by its hash. */
export const docsStyle = `
:root{color-scheme:light dark;--bg:#fff;--soft:#f6f7f9;--line:#e3e6ea;--ink:#1b1f24;--mute:#59636e;--link:#0b5cad;--code:#0f1722;--code-ink:#e7edf5;--get:#0a6b4f;--post:#0b5cad;--patch:#8a5300;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--bg:#101418;--soft:#171c22;--line:#2a323b;--ink:#e8ecf1;--mute:#9aa7b4;--link:#7cb8ff;--code:#0a0d11;--code-ink:#dfe7f0;--get:#5fd6ae;--post:#7cb8ff;--patch:#f0b45e;--delete:#ff8f87}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.2em}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.86em}
p code,td code,dd>code{background:var(--soft);border:1px solid var(--line);border-radius:.3rem;padding:.05em .3em}
.bar{position:sticky;top:0;z-index:2;display:flex;gap:1rem;align-items:center;padding:.6rem 1.25rem;min-height:3.75rem;background:var(--bg);border-bottom:1px solid var(--line)}
.bar b{white-space:nowrap;font-size:1.05rem}
.bar label{flex:1;max-width:24rem;margin-left:auto}
.bar input{width:100%;min-height:2.5rem;padding:.4rem .75rem;font:inherit;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:.5rem}
.hidden,[hidden]{display:none!important}.waiting{visibility:hidden}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;z-index:3;background:var(--bg);padding:.5rem}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:.25rem}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:96rem;margin:0 auto}
nav{position:sticky;top:3.75rem;align-self:start;max-height:calc(100vh - 3.75rem);overflow:auto;padding:1.25rem 1rem 3rem 1.25rem;border-right:1px solid var(--line);font-size:.9rem}
nav h2{margin:1.25rem 0 .25rem;font-size:.75rem;letter-spacing:.04em;text-transform:uppercase;color:var(--mute)}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:flex;gap:.5rem;align-items:baseline;padding:.28rem .4rem;border-radius:.35rem;color:inherit;text-decoration:none;line-height:1.35}
nav a:hover{background:var(--soft)}
nav summary{display:none}nav details::details-content{content-visibility:visible}
@supports not selector(::details-content){nav summary{display:block;cursor:pointer}}
main{min-width:0;padding:2rem 2.5rem 6rem}
h1{margin:0 0 .5rem;font-size:2rem;line-height:1.2;letter-spacing:-.02em}
main h2{margin:3.5rem 0 .5rem;padding-top:1.5rem;border-top:1px solid var(--line);font-size:1.4rem;letter-spacing:-.01em}
.guide h2{border:0;padding:0;margin-top:2rem;font-size:1.2rem}
.guide{max-width:46rem}
h3{margin:0;font-size:1.1rem;line-height:1.35}
h4{margin:1.4rem 0 .3rem;font-size:.85rem;color:var(--mute)}
article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:2rem;padding:2rem 0;border-top:1px solid var(--line)}
h2+article{border-top:0}
.path code,.field dt code{background:none;border:0;padding:0}
.path{display:flex;gap:.6rem;align-items:baseline;margin:.4rem 0 .6rem;flex-wrap:wrap}
.verb{font:600 .72rem ui-monospace,Menlo,monospace;letter-spacing:.02em;flex:none;min-width:2.9rem;color:var(--mute)}
.GET{color:var(--get)}.POST{color:var(--post)}.PATCH{color:var(--patch)}.DELETE{color:var(--delete)}
.self{color:inherit;text-decoration:none}.self:hover{text-decoration:underline}
dl{margin:0}
.field{padding:.55rem 0;border-top:1px solid var(--line)}
.field dt{display:flex;gap:.5rem;flex-wrap:wrap;align-items:baseline}
.field dt code{font-weight:600}
.kind,.needed{font-size:.8rem;color:var(--mute)}.needed{color:var(--delete)}
.field dd{margin:.1rem 0 0;font-size:.92rem}
.field dl{margin:.5rem 0 0 .25rem;padding-left:.9rem;border-left:2px solid var(--line)}
.example{align-self:start;position:sticky;top:4.5rem}
.box{margin:0 0 1rem;background:var(--code);color:var(--code-ink);border-radius:.6rem;border:1px solid var(--line);overflow:hidden}
.box header{display:flex;justify-content:space-between;align-items:center;gap:1rem;min-height:2.5rem;padding:.2rem .4rem .2rem .9rem;font-size:.8rem;border-bottom:1px solid #2a323b;color:#b7c2ce}
.box pre{margin:0;padding:.9rem;overflow:auto;max-height:26rem;line-height:1.5;font-size:.8rem}
.box button{font:inherit;color:inherit;background:none;border:1px solid #3a4550;border-radius:.35rem;padding:.25rem .7rem;min-height:1.9rem;cursor:pointer}
.box button:hover{background:#1e2630}
.box :focus-visible{outline-color:#7cb8ff}
.errors{font-size:.88rem;color:var(--mute)}
table{border-collapse:collapse;width:100%;font-size:.92rem}th,td{text-align:left;vertical-align:top;padding:.45rem .6rem .45rem 0;border-top:1px solid var(--line)}
@media (max-width:75rem){article{grid-template-columns:minmax(0,1fr);gap:1rem}.example{position:static}}
@media (max-width:56rem){.frame{display:block}nav{position:static;max-height:none;border-right:0;border-bottom:1px solid var(--line);padding:.5rem 1rem}nav details:not([open])::details-content{content-visibility:hidden}nav summary{display:block;padding:.5rem 0;font-weight:600;cursor:pointer}nav a{padding:.5rem .4rem}main{padding:1.25rem 1rem 4rem}.bar{padding:.5rem 1rem}h1{font-size:1.6rem}}
@media print{nav,.bar{display:none}.frame{display:block}}
`;
