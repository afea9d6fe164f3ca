import{S as e,_ as t,b as n,c as r,g as i,h as a,i as o,l as s,m as c,n as l,p as u,r as d,v as f,y as p}from"./index-WdSs2L6J.js";var m=`"""Take a square number of stones."""

def moves(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]

start = 20
`,h=[[`squares`,m],[`rows that fall apart`,`"""Kayles: knock down one pin or two adjacent pins."""

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
`]];function g(){let{query:e}=a(),n=e.get(`text`)??m,o=e.get(`p`)??``,s=e=>c(`rules`,[[`text`,e]],!0),{answer:u,failure:f,isWaiting:p}=l(n,()=>d.remember(`rules`,{rules:n})),g=o||u?.start||``;return i([{key:`/`,label:`to the editor`,run:()=>document.getElementById(`rules-text`)?.focus()}]),t(`div`,{class:`page rules`,children:[t(`h1`,{children:`Your rules`}),t(`p`,{class:`lede`,children:[`Write a function `,t(`code`,{children:`moves(position)`}),` in Starlark, a small dialect of Python. grundy solves what you wrote, cycles included, and plays it.`]}),t(`p`,{class:`try`,children:h.map(([e,n])=>t(`button`,{type:`button`,class:`link`,onClick:()=>s(n),children:e},e))}),t(`div`,{class:`editor-bench`,children:[t(_,{text:n,failure:f,change:s}),t(`aside`,{children:[f&&t(r,{failure:f.line?{...f,message:`line ${f.line}: ${f.message}`}:f}),p&&!u&&t(`p`,{class:`waiting`,children:`checking…`}),u&&!f&&t(v,{text:n,checked:u,start:g})]})]})]})}function _(e){let[r,i]=n(e.text),a=p(null),o=p(void 0);f(()=>i(e.text),[e.text]);let s=r.split(`
`),c=r===e.text?e.failure?.line??null:null,l=t=>{i(t),clearTimeout(o.current),o.current=setTimeout(()=>e.change(t),400)};return t(`div`,{class:`editor`,children:[t(`div`,{class:`gutter`,ref:a,"aria-hidden":`true`,children:s.map((e,n)=>t(`div`,{class:c===n+1?`bad`:void 0,children:n+1},n))}),t(`textarea`,{id:`rules-text`,class:`code`,"aria-label":`Rules`,"aria-invalid":e.failure!==void 0,wrap:`off`,spellcheck:!1,autocapitalize:`off`,value:r,rows:Math.max(16,s.length+1),onInput:e=>l(e.currentTarget.value),onScroll:e=>{a.current&&(a.current.scrollTop=e.currentTarget.scrollTop)}}),c!==null&&t(`div`,{class:`bad-line`,style:{top:`${(c-1)*1.5+.6}em`},"aria-hidden":`true`})]})}function v({text:r,checked:i,start:a}){let[o,c]=n(a);f(()=>c(a),[a]);let l=`mine.star:${o}`;return t(e,{children:[i.about&&t(`p`,{class:`about`,children:s(i.about)}),i.claims.map(e=>t(`p`,{class:e.holds?`holds`:`fails`,children:[t(`strong`,{children:[e.holds?`✓`:`✗`,` `,t(`code`,{children:e.claim})]}),` `,s(e.text)]},e.claim)),t(`label`,{class:`above`,children:[`Position`,t(`input`,{value:o,spellcheck:!1,onInput:e=>c(e.currentTarget.value)})]}),t(`div`,{class:`buttons`,children:[t(`a`,{class:`button`,href:u(`play`,[[`p`,l],[`rules`,r]]),children:`Play it`}),!i.has_two_players&&t(`a`,{class:`button second`,href:u(`sequence`,[[`r`,`mine.star`],[`to`,`100`],[`rules`,r]]),children:`Values`})]}),o&&t(y,{text:r,position:l})]})}function y({text:e,position:n}){let i={position:n,play:`normal`,rules:e},{answer:a,failure:s}=l(JSON.stringify(i),()=>d.analyse(i));if(s)return t(r,{failure:s,text:s.span?n:``});if(!a)return null;let c={win:`The player to move wins`,lose:`The player to move loses`,draw:`A draw`}[a.outcome];return t(`section`,{class:`panel`,"aria-label":`Solved`,children:[t(`h2`,{children:c}),t(`ul`,{children:a.winning_moves.slice(0,8).map(e=>t(`li`,{children:[t(`code`,{children:e.to}),` wins`]},e.position))}),t(o,{blocks:a.explanation})]})}export{g as RulesPage};