const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./code-editor-DdN_A0MY.js","./jsxRuntime-BOgUxIi_.js"])))=>i.map(i=>d[i]);
import{a as e,n as t,o as n,s as r,t as i}from"./jsxRuntime-BOgUxIi_.js";import{C as a,S as o,T as s,_ as c,b as l,f as u,g as d,h as f,i as p,m,n as h,x as g}from"./index-DlIdLbs7.js";var _=`drafts`,v=50;function y(e=localStorage){try{return JSON.parse(e.getItem(_)??`[]`).filter(e=>typeof e.id==`string`&&typeof e.text==`string`).sort((e,t)=>t.changed-e.changed)}catch{return[]}}function b(e,t=localStorage){let n=y(t).filter(t=>t.id!==e.id);t.setItem(_,JSON.stringify([e,...n].slice(0,v)))}function x(e,t=localStorage){t.setItem(_,JSON.stringify(y(t).filter(t=>t.id!==e)))}function S(e,t=localStorage){let n=y(t).find(t=>t.text===e);if(n)return n;let r={id:Date.now().toString(36)+Math.floor(Math.random()*1296).toString(36),text:e,changed:Date.now()};return b(r,t),r}function C(e){return(e.match(/^\s*("""|'''|"|')([\s\S]*?)\1/)?.[2]?.trim().split(/[.\n]/)[0])?.slice(0,50)||`without a description`}var w=[[`squares`,`"""Take a square number of stones."""

def moves(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]

start = 20
`],[`rows that fall apart`,`"""Kayles: knock down one pin or two adjacent pins."""

def moves(n):
    options = []
    for taken in [1, 2]:
        for left in range(0, n - taken + 1):
            options.append(split(left, n - taken - left))
    return options

start = 7
`],[`a claim`,`"""Take one or two."""

def moves(n):
    return [n - k for k in [1, 2] if k <= n]

def lose(n):
    return n % 3 == 0

def value(n):
    return n % 3

start = 10
`],[`a cycle`,`"""A token on a ring of 7: move 1, 2 or 5 back; 0 ends the game."""

def moves(n):
    if n == 0:
        return []
    return [(n - s) % 7 for s in [1, 2, 5]]

start = 4
`],[`a board`,`"""A rook goes left or down, as far as it likes; at the lower left it stays."""

def moves(place):
    x, y = place
    return [(k, y) for k in range(x)] + [(x, k) for k in range(y)]

def draw(place):
    x, y = place
    rows = [["."] * 6 for _ in range(6)]
    rows[5 - y][x] = "R"
    return ["".join(row) for row in rows]

start = (5, 3)
`]];function T(){let{query:n}=o(),r=n.get(`text`),c=E(n.get(`draft`),r),[l,d]=e(null),p=l?.id===c.id?l.text:c.text,[h,_]=e(null),v=n.get(`p`)??``,y=D(p),x=e=>{d({id:c.id,text:e}),b({...c,text:e,changed:Date.now()})},S=e=>g(`rules`,[[`draft`,c.id],[`p`,e]],!0),{answer:C,failure:T,isWaiting:j,again:M}=m(y,e=>s.rules(y,e)),N=v||C?.start||``;a([{key:`/`,label:`to the editor`,run:()=>document.getElementById(`rules-text`)?.shadowRoot?.querySelector(`.cm-content`)?.focus()}]);let[P,F]=e();return t(()=>{u(()=>import(`./code-editor-DdN_A0MY.js`).then(e=>F(()=>e.CodeEditor)),__vite__mapDeps([0,1]),import.meta.url)},[]),i(`div`,{class:`page rules`,children:[i(`h1`,{children:`Your rules`}),i(`p`,{class:`lede`,children:[`Write a function `,i(`code`,{children:`moves(position)`}),` in Starlark, a small dialect of Python. grundy solves what you wrote, cycles included, and plays it. What you write is kept in this browser.`]}),i(O,{draft:c,text:p}),i(`p`,{class:`try`,children:[`Examples, opened beside your text: `,w.map(([e],t)=>i(`button`,{type:`button`,class:`link`,"aria-pressed":h===t,onClick:()=>_(h===t?null:t),children:e},e))]}),i(`div`,{class:`editor-bench`,children:[i(`div`,{children:[P?i(P,{draft:c.id,text:p,failure:T,change:x}):i(`p`,{class:`waiting`,children:`opening the editor…`}),h!==null&&i(k,{name:w[h][0],text:w[h][1],close:()=>_(null)})]}),i(`aside`,{children:[T&&i(f,{failure:T.line?{...T,message:`line ${T.line}: ${T.message}`}:T,retry:M}),j&&!C&&i(`p`,{class:`waiting`,children:`checking…`}),C&&!T&&i(A,{text:y,checked:C,position:N,choose:S})]})]})]})}function E(e,r){let i=n(()=>r===null?y().find(t=>t.id===e)??y()[0]??S(`"""Take a square number of stones."""

def moves(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]

start = 20
`):S(r),[e,r]),{query:a}=o();return t(()=>{(r!==null||e!==i.id)&&g(`rules`,[[`draft`,i.id],[`p`,a.get(`p`)??``]],!0)},[i.id,e,r]),i}function D(n){let[r,i]=e(n);return t(()=>{let e=setTimeout(()=>i(n),350);return()=>clearTimeout(e)},[n]),r}function O({draft:t,text:n}){let[r,a]=e(``),o=y(),s=e=>g(`rules`,[[`draft`,e.id]]),c=()=>{let e=location.href.replace(/#.*/,l(`rules`,[[`text`,n]]));navigator.clipboard.writeText(e).then(()=>a(`Link copied`),()=>a(`The link cannot be copied here`))},u=async e=>{let t=e.currentTarget.files?.[0];t&&s(S(await t.text()))};return i(`div`,{class:`draft-bar buttons`,children:[i(`label`,{children:[`Draft `,i(`select`,{value:t.id,onChange:e=>{let t=o.find(t=>t.id===e.currentTarget.value);t&&s(t)},children:o.map(e=>i(`option`,{value:e.id,children:C(e.id===t.id?n:e.text)},e.id))})]}),i(`button`,{type:`button`,class:`second`,onClick:()=>s(S(`"""A new game."""

def moves(n):
    return []

start = 5
`)),children:`New`}),i(`button`,{type:`button`,class:`second`,onClick:c,children:`Share`}),i(`button`,{type:`button`,class:`second`,onClick:()=>h(`rules.star`,`text/plain`,n),children:`Save file`}),i(`label`,{class:`file second`,children:[`Open file `,i(`input`,{type:`file`,accept:`.star,.py,.txt`,onChange:e=>void u(e)})]}),o.length>1&&i(`button`,{type:`button`,class:`quiet`,onClick:()=>{x(t.id),g(`rules`,[])},children:`Delete draft`}),i(`span`,{role:`status`,class:`said`,children:r})]})}function k({name:e,text:t,close:n}){return i(`section`,{class:`example`,"aria-label":`Example: ${e}`,children:[i(`h2`,{children:[`Example: `,e]}),i(`pre`,{class:`listing`,tabIndex:0,children:i(`code`,{children:t})}),i(`div`,{class:`buttons`,children:[i(`button`,{type:`button`,onClick:()=>g(`rules`,[[`draft`,S(t).id]]),children:`Use as a new draft`}),i(`button`,{type:`button`,class:`second`,onClick:n,children:`Close`})]})]})}function A(n){let{text:a,checked:o,choose:s}=n,[c,u]=e(n.position);t(()=>u(n.position),[n.position]);let f=e=>{u(e),e&&s(e)},p=`mine.star:${c}`;return i(r,{children:[o.about&&i(`p`,{class:`about`,children:d(o.about)}),o.claims.map(e=>i(`p`,{class:e.holds?`holds`:`fails`,children:[i(`strong`,{children:[e.holds?`✓`:`✗`,` `,i(`code`,{children:e.claim})]}),` `,d(e.text)]},e.claim)),i(`label`,{class:`above`,children:[`Position`,i(`input`,{value:c,spellcheck:!1,onInput:e=>f(e.currentTarget.value)})]}),i(j,{text:a,position:p}),i(`div`,{class:`buttons`,children:[i(`a`,{class:`button`,href:l(`play`,[[`p`,p],[`rules`,a]]),children:`Play it`}),!o.has_two_players&&i(`a`,{class:`button second`,href:l(`sequence`,[[`r`,`mine.star`],[`to`,`100`],[`rules`,a]]),children:`Values`})]}),c&&i(M,{text:a,position:p})]})}function j({text:e,position:t}){let n={position:t,play:`normal`,rules:e},{answer:r,failure:a}=m(JSON.stringify(n),e=>s.board(n,e));return!r||a||r.components.every(({picture:e})=>e.kind===`text`)?null:i(`div`,{class:`preview`,children:i(c,{parts:r.components,label:`The board of ${t}`})})}function M({text:e,position:t}){let n={position:t,play:`normal`,rules:e},{answer:r,failure:a}=m(JSON.stringify(n),e=>s.analyse(n,e));if(a)return i(f,{failure:a,text:a.span?t:``});if(!r)return null;let o={win:`The player to move wins`,lose:`The player to move loses`,draw:`A draw`}[r.outcome];return i(`section`,{class:`panel`,"aria-label":`Solved`,children:[i(`h2`,{children:o}),i(`ul`,{children:r.winning_moves.slice(0,8).map(e=>i(`li`,{children:[i(`code`,{children:e.to}),` wins`]},e.position))}),i(p,{blocks:r.explanation})]})}export{T as RulesPage};