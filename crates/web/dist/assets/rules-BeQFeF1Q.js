import{S as e,_ as t,a as n,b as r,g as i,h as a,i as o,m as s,n as c,o as l,p as u,r as d,v as f,y as p}from"./index--op1e8Mp.js";var m=`"""Take a square number of stones."""

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
`]];function g(){let{query:e}=a(),r=e.get(`text`)??m,o=e.get(`p`)??``,l=e=>s(`rules`,[[`text`,e]],!0),u=e=>s(`rules`,[[`text`,r],[`p`,e]],!0),{answer:f,failure:p,isWaiting:g}=c(r,e=>d.remember(`rules`,{rules:r},e)),y=o||f?.start||``;return i([{key:`/`,label:`to the editor`,run:()=>document.getElementById(`rules-text`)?.focus()}]),t(`div`,{class:`page rules`,children:[t(`h1`,{children:`Your rules`}),t(`p`,{class:`lede`,children:[`Write a function `,t(`code`,{children:`moves(position)`}),` in Starlark, a small dialect of Python. grundy solves what you wrote, cycles included, and plays it.`]}),t(`p`,{class:`try`,children:h.map(([e,n])=>t(`button`,{type:`button`,class:`link`,onClick:()=>l(n),children:e},e))}),t(`div`,{class:`editor-bench`,children:[t(_,{text:r,failure:p,change:l}),t(`aside`,{children:[p&&t(n,{failure:p.line?{...p,message:`line ${p.line}: ${p.message}`}:p}),g&&!f&&t(`p`,{class:`waiting`,children:`checking…`}),f&&!p&&t(v,{text:r,checked:f,position:y,choose:u})]})]})]})}function _(e){let[n,i]=r(e.text),a=p(null),o=p(void 0);f(()=>i(e.text),[e.text]),f(()=>()=>clearTimeout(o.current),[]);let s=n.split(`
`),c=n===e.text?e.failure?.line??null:null,l=t=>{i(t),clearTimeout(o.current),o.current=setTimeout(()=>e.change(t),400)};return t(`div`,{class:`editor`,children:[t(`div`,{class:`gutter`,ref:a,"aria-hidden":`true`,children:s.map((e,n)=>t(`div`,{class:c===n+1?`bad`:void 0,children:n+1},n))}),t(`textarea`,{id:`rules-text`,class:`code`,"aria-label":`Rules`,"aria-invalid":e.failure!==void 0,wrap:`off`,spellcheck:!1,autocapitalize:`off`,value:n,rows:Math.max(16,s.length+1),onInput:e=>l(e.currentTarget.value),onKeyDown:e=>{let t=e.currentTarget;if(e.key!==`Enter`||t.selectionStart!==t.selectionEnd)return;e.preventDefault();let n=t.value.slice(0,t.selectionStart).split(`
`).pop(),r=n.match(/^ */)[0]+(/:\s*$/.test(n)?`    `:``);t.setRangeText(`\n${r}`,t.selectionStart,t.selectionStart,`end`),l(t.value)},onScroll:e=>{a.current&&(a.current.scrollTop=e.currentTarget.scrollTop)}}),c!==null&&t(`div`,{class:`bad-line`,style:{top:`${(c-1)*1.5+.6}em`},"aria-hidden":`true`})]})}function v(n){let{text:i,checked:a,choose:o}=n,[s,c]=r(n.position);f(()=>c(n.position),[n.position]);let d=e=>{c(e),e&&o(e)},p=`mine.star:${s}`;return t(e,{children:[a.about&&t(`p`,{class:`about`,children:l(a.about)}),a.claims.map(e=>t(`p`,{class:e.holds?`holds`:`fails`,children:[t(`strong`,{children:[e.holds?`✓`:`✗`,` `,t(`code`,{children:e.claim})]}),` `,l(e.text)]},e.claim)),t(`label`,{class:`above`,children:[`Position`,t(`input`,{value:s,spellcheck:!1,onInput:e=>d(e.currentTarget.value)})]}),t(`div`,{class:`buttons`,children:[t(`a`,{class:`button`,href:u(`play`,[[`p`,p],[`rules`,i]]),children:`Play it`}),!a.has_two_players&&t(`a`,{class:`button second`,href:u(`sequence`,[[`r`,`mine.star`],[`to`,`100`],[`rules`,i]]),children:`Values`})]}),s&&t(y,{text:i,position:p})]})}function y({text:e,position:r}){let i={position:r,play:`normal`,rules:e},{answer:a,failure:s}=c(JSON.stringify(i),e=>d.analyse(i,e));if(s)return t(n,{failure:s,text:s.span?r:``});if(!a)return null;let l={win:`The player to move wins`,lose:`The player to move loses`,draw:`A draw`}[a.outcome];return t(`section`,{class:`panel`,"aria-label":`Solved`,children:[t(`h2`,{children:l}),t(`ul`,{children:a.winning_moves.slice(0,8).map(e=>t(`li`,{children:[t(`code`,{children:e.to}),` wins`]},e.position))}),t(o,{blocks:a.explanation})]})}export{g as RulesPage};