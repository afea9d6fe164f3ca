import{C as e,_ as t,a as n,b as r,g as i,h as a,i as o,m as s,o as c,r as l,s as u,v as d,x as f,y as p}from"./index-BAp24ABt.js";var m=`"""Take a square number of stones."""

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
`]];function g(){let{query:e}=i(),n=e.get(`text`)??m,r=e.get(`p`)??``,s=e=>a(`rules`,[[`text`,e]],!0),u=e=>a(`rules`,[[`text`,n],[`p`,e]],!0),{answer:f,failure:p,isWaiting:g}=l(n,e=>o.remember(`rules`,{rules:n},e)),y=r||f?.start||``;return t([{key:`/`,label:`to the editor`,run:()=>document.getElementById(`rules-text`)?.focus()}]),d(`div`,{class:`page rules`,children:[d(`h1`,{children:`Your rules`}),d(`p`,{class:`lede`,children:[`Write a function `,d(`code`,{children:`moves(position)`}),` in Starlark, a small dialect of Python. grundy solves what you wrote, cycles included, and plays it.`]}),d(`p`,{class:`try`,children:h.map(([e,t])=>d(`button`,{type:`button`,class:`link`,onClick:()=>s(t),children:e},e))}),d(`div`,{class:`editor-bench`,children:[d(_,{text:n,failure:p,change:s}),d(`aside`,{children:[p&&d(c,{failure:p.line?{...p,message:`line ${p.line}: ${p.message}`}:p}),g&&!f&&d(`p`,{class:`waiting`,children:`checking…`}),f&&!p&&d(v,{text:n,checked:f,position:y,choose:u})]})]})]})}function _(e){let[t,n]=f(e.text),i=r(null),a=r(void 0);p(()=>n(e.text),[e.text]),p(()=>()=>clearTimeout(a.current),[]);let o=t.split(`
`),s=t===e.text?e.failure?.line??null:null,c=t=>{n(t),clearTimeout(a.current),a.current=setTimeout(()=>e.change(t),400)};return d(`div`,{class:`editor`,children:[d(`div`,{class:`gutter`,ref:i,"aria-hidden":`true`,children:o.map((e,t)=>d(`div`,{class:s===t+1?`bad`:void 0,children:t+1},t))}),d(`textarea`,{id:`rules-text`,class:`code`,"aria-label":`Rules`,"aria-invalid":e.failure!==void 0,wrap:`off`,spellcheck:!1,autocapitalize:`off`,value:t,rows:Math.max(16,o.length+1),onInput:e=>c(e.currentTarget.value),onKeyDown:e=>{let t=e.currentTarget;if(e.key!==`Enter`||t.selectionStart!==t.selectionEnd)return;e.preventDefault();let n=t.value.slice(0,t.selectionStart).split(`
`).pop(),r=n.match(/^ */)[0]+(/:\s*$/.test(n)?`    `:``);t.setRangeText(`\n${r}`,t.selectionStart,t.selectionStart,`end`),c(t.value)},onBlur:()=>{clearTimeout(a.current),t!==e.text&&e.change(t)},onScroll:e=>{i.current&&(i.current.scrollTop=e.currentTarget.scrollTop)}}),s!==null&&d(`div`,{class:`bad-line`,style:{top:`${(s-1)*1.5+.6}em`},"aria-hidden":`true`})]})}function v(t){let{text:n,checked:r,choose:i}=t,[a,o]=f(t.position);p(()=>o(t.position),[t.position]);let c=e=>{o(e),e&&i(e)},l=`mine.star:${a}`;return d(e,{children:[r.about&&d(`p`,{class:`about`,children:u(r.about)}),r.claims.map(e=>d(`p`,{class:e.holds?`holds`:`fails`,children:[d(`strong`,{children:[e.holds?`✓`:`✗`,` `,d(`code`,{children:e.claim})]}),` `,u(e.text)]},e.claim)),d(`label`,{class:`above`,children:[`Position`,d(`input`,{value:a,spellcheck:!1,onInput:e=>c(e.currentTarget.value)})]}),d(`div`,{class:`buttons`,children:[d(`a`,{class:`button`,href:s(`play`,[[`p`,l],[`rules`,n]]),children:`Play it`}),!r.has_two_players&&d(`a`,{class:`button second`,href:s(`sequence`,[[`r`,`mine.star`],[`to`,`100`],[`rules`,n]]),children:`Values`})]}),a&&d(y,{text:n,position:l})]})}function y({text:e,position:t}){let r={position:t,play:`normal`,rules:e},{answer:i,failure:a}=l(JSON.stringify(r),e=>o.analyse(r,e));if(a)return d(c,{failure:a,text:a.span?t:``});if(!i)return null;let s={win:`The player to move wins`,lose:`The player to move loses`,draw:`A draw`}[i.outcome];return d(`section`,{class:`panel`,"aria-label":`Solved`,children:[d(`h2`,{children:s}),d(`ul`,{children:i.winning_moves.slice(0,8).map(e=>d(`li`,{children:[d(`code`,{children:e.to}),` wins`]},e.position))}),d(n,{blocks:i.explanation})]})}export{g as RulesPage};