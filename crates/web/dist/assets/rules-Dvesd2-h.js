const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./code-editor-DdN_A0MY.js","./jsxRuntime-BOgUxIi_.js"])))=>i.map(i=>d[i]);
import{a as e,n as t,o as n,s as r,t as i}from"./jsxRuntime-BOgUxIi_.js";import{C as a,a as o,b as s,h as c,m as l,p as u,r as d,t as f,v as p,x as m,y as h}from"./index-DayHIZsl.js";var g=`drafts`,_=50;function v(e=localStorage){try{return JSON.parse(e.getItem(g)??`[]`).filter(e=>typeof e.id==`string`&&typeof e.text==`string`).sort((e,t)=>t.changed-e.changed)}catch{return[]}}function y(e,t=localStorage){let n=v(t).filter(t=>t.id!==e.id);t.setItem(g,JSON.stringify([e,...n].slice(0,_)))}function b(e,t=localStorage){t.setItem(g,JSON.stringify(v(t).filter(t=>t.id!==e)))}function x(e,t=localStorage){let n=v(t).find(t=>t.text===e);if(n)return n;let r={id:Date.now().toString(36)+Math.floor(Math.random()*1296).toString(36),text:e,changed:Date.now()};return y(r,t),r}function S(e){return(e.match(/^\s*("""|'''|"|')([\s\S]*?)\1/)?.[2]?.trim().split(/[.\n]/)[0])?.slice(0,50)||`without a description`}var C=`"""Take a square number of stones."""

def moves(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]

start = 20
`,w=[[`squares`,C],[`rows that fall apart`,`"""Kayles: knock down one pin or two adjacent pins."""

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
`]];function T(){let{query:n}=s(),r=n.get(`text`),o=E(n.get(`draft`),r),[c,d]=e(null),p=c?.id===o.id?c.text:o.text,[g,_]=e(null),v=n.get(`p`)??``,b=D(p),x=e=>{d({id:o.id,text:e}),y({...o,text:e,changed:Date.now()})},S=e=>h(`rules`,[[`draft`,o.id],[`p`,e]],!0),{answer:C,failure:T,isWaiting:j,again:M}=u(b,e=>a.rules(b,e)),N=v||C?.start||``;m([{key:`/`,label:`to the editor`,run:()=>document.getElementById(`rules-text`)?.shadowRoot?.querySelector(`.cm-content`)?.focus()}]);let[P,F]=e();return t(()=>{f(()=>import(`./code-editor-DdN_A0MY.js`).then(e=>F(()=>e.CodeEditor)),__vite__mapDeps([0,1]),import.meta.url)},[]),i(`div`,{class:`page rules`,children:[i(`h1`,{children:`Your rules`}),i(`p`,{class:`lede`,children:[`Write a function `,i(`code`,{children:`moves(position)`}),` in Starlark, a small dialect of Python. grundy solves what you wrote, cycles included, and plays it. What you write is kept in this browser.`]}),i(O,{draft:o,text:p}),i(`p`,{class:`try`,children:[`Examples, opened beside your text: `,w.map(([e],t)=>i(`button`,{type:`button`,class:`link`,"aria-pressed":g===t,onClick:()=>_(g===t?null:t),children:e},e))]}),i(`div`,{class:`editor-bench`,children:[i(`div`,{children:[P?i(P,{draft:o.id,text:p,failure:T,change:x}):i(`p`,{class:`waiting`,children:`opening the editor…`}),g!==null&&i(k,{name:w[g][0],text:w[g][1],close:()=>_(null)})]}),i(`aside`,{children:[T&&i(l,{failure:T.line?{...T,message:`line ${T.line}: ${T.message}`}:T,retry:M}),j&&!C&&i(`p`,{class:`waiting`,children:`checking…`}),C&&!T&&i(A,{text:b,checked:C,position:N,choose:S})]})]})]})}function E(e,r){let i=n(()=>r===null?v().find(t=>t.id===e)??v()[0]??x(C):x(r),[e,r]),{query:a}=s();return t(()=>{(r!==null||e!==i.id)&&h(`rules`,[[`draft`,i.id],[`p`,a.get(`p`)??``]],!0)},[i.id,e,r]),i}function D(n){let[r,i]=e(n);return t(()=>{let e=setTimeout(()=>i(n),350);return()=>clearTimeout(e)},[n]),r}function O({draft:t,text:n}){let[r,a]=e(``),o=v(),s=e=>h(`rules`,[[`draft`,e.id]]),c=()=>{let e=location.href.replace(/#.*/,p(`rules`,[[`text`,n]]));navigator.clipboard.writeText(e).then(()=>a(`Link copied`),()=>a(`The link cannot be copied here`))},l=async e=>{let t=e.currentTarget.files?.[0];t&&s(x(await t.text()))};return i(`div`,{class:`draft-bar buttons`,children:[i(`label`,{children:[`Draft `,i(`select`,{value:t.id,onChange:e=>{let t=o.find(t=>t.id===e.currentTarget.value);t&&s(t)},children:o.map(e=>i(`option`,{value:e.id,children:S(e.id===t.id?n:e.text)},e.id))})]}),i(`button`,{type:`button`,class:`second`,onClick:()=>s(x(`"""A new game."""

def moves(n):
    return []

start = 5
`)),children:`New`}),i(`button`,{type:`button`,class:`second`,onClick:c,children:`Share`}),i(`button`,{type:`button`,class:`second`,onClick:()=>d(`rules.star`,`text/plain`,n),children:`Save file`}),i(`label`,{class:`file second`,children:[`Open file `,i(`input`,{type:`file`,accept:`.star,.py,.txt`,onChange:e=>void l(e)})]}),o.length>1&&i(`button`,{type:`button`,class:`quiet`,onClick:()=>{b(t.id),h(`rules`,[])},children:`Delete draft`}),i(`span`,{role:`status`,class:`said`,children:r})]})}function k({name:e,text:t,close:n}){return i(`section`,{class:`example`,"aria-label":`Example: ${e}`,children:[i(`h2`,{children:[`Example: `,e]}),i(`pre`,{class:`listing`,tabIndex:0,children:i(`code`,{children:t})}),i(`div`,{class:`buttons`,children:[i(`button`,{type:`button`,onClick:()=>h(`rules`,[[`draft`,x(t).id]]),children:`Use as a new draft`}),i(`button`,{type:`button`,class:`second`,onClick:n,children:`Close`})]})]})}function A(n){let{text:a,checked:o,choose:s}=n,[l,u]=e(n.position);t(()=>u(n.position),[n.position]);let d=e=>{u(e),e&&s(e)},f=`mine.star:${l}`;return i(r,{children:[o.about&&i(`p`,{class:`about`,children:c(o.about)}),o.claims.map(e=>i(`p`,{class:e.holds?`holds`:`fails`,children:[i(`strong`,{children:[e.holds?`✓`:`✗`,` `,i(`code`,{children:e.claim})]}),` `,c(e.text)]},e.claim)),i(`label`,{class:`above`,children:[`Position`,i(`input`,{value:l,spellcheck:!1,onInput:e=>d(e.currentTarget.value)})]}),i(`div`,{class:`buttons`,children:[i(`a`,{class:`button`,href:p(`play`,[[`p`,f],[`rules`,a]]),children:`Play it`}),!o.has_two_players&&i(`a`,{class:`button second`,href:p(`sequence`,[[`r`,`mine.star`],[`to`,`100`],[`rules`,a]]),children:`Values`})]}),l&&i(j,{text:a,position:f})]})}function j({text:e,position:t}){let n={position:t,play:`normal`,rules:e},{answer:r,failure:s}=u(JSON.stringify(n),e=>a.analyse(n,e));if(s)return i(l,{failure:s,text:s.span?t:``});if(!r)return null;let c={win:`The player to move wins`,lose:`The player to move loses`,draw:`A draw`}[r.outcome];return i(`section`,{class:`panel`,"aria-label":`Solved`,children:[i(`h2`,{children:c}),i(`ul`,{children:r.winning_moves.slice(0,8).map(e=>i(`li`,{children:[i(`code`,{children:e.to}),` wins`]},e.position))}),i(o,{blocks:r.explanation})]})}export{T as RulesPage};