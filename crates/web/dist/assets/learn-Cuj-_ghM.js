import{a as e,n as t,o as n,s as r,t as i}from"./jsxRuntime-BOgUxIi_.js";import{C as a,S as o,T as s,_ as c,a as l,b as u,f as d,h as f,i as p,l as m,m as h,o as g,t as _,u as v,w as y,x as b}from"./index-DlIdLbs7.js";import{t as x}from"./copy-Dr83KxTW.js";import"./graph-text-DbGYC5gH.js";var S=`# Nim, and why it works
> Heaps of stones. You take as many as you like from one heap. Whoever takes the last stone wins.

## Two equal heaps
Start small. Whatever is taken from one of two equal heaps, the opponent takes from the other. Sooner or later there is nothing left to take.

@ask nim:2,2

## Mirror them yourself
Here the computer moves first. Answer every move so that the two heaps are equal again.

@mirror nim:4,4

## More heaps: count in binary
Write the sizes in binary, one below the other, and look at each column: is the number of ones even? The row of answers is the **xor**, also called the nim-sum. It is 0 exactly when all columns are even.

@look nim:1,2,3 | Every column is even: the player to move loses.

## Make every column even
Change one heap, and only that heap, until the bottom row is all zeros. A heap may only get smaller.

@bits 3,5,4

## Why it always works
From xor 0 every move changes one heap, so at least one column becomes odd. From any other xor \`s\` take its top bit: some heap \`x\` has that bit. Replace \`x\` by \`x xor s\`. The top bit disappears, so the heap gets smaller, and that is a legal move.

@find nim:3,5,4

## Predict
@ask nim:1,3,3
@ask nim:15,31,16

## Win this
Your turn, and your win if you keep every column even.

@play nim:1,3,3,2
`,C=`# Adding stones changes nothing
> What if a player may also put stones back? As long as that cannot go on for ever, the same positions are lost.

## A reserve
In Poker-Nim there is a reserve. Instead of taking, you may add stones from it to a heap that still stands. The reserve is never refilled, so the game must end.

Play as in Nim. If the opponent adds stones, take exactly those off again: the heaps are as before, and the opponent is to move again, with a smaller reserve.

@look poker-nim/3:1,2,3 | Still lost: whatever is added can be taken off again.

## Predict
@ask poker-nim/5:2,2

## Take it off again
The computer moves first and may add. Undo whatever it does.

@mirror poker-nim/2:3,3

## Win this
Do not be impressed when the computer adds stones.

@play poker-nim/2:3,4,5
`,w=`# Staircase Nim
> Coins lie on the steps of a stair. A move takes any number of coins from one step to the next lower one. Coins on the ground are out of play.

## Only every other step counts
Coins on an even step can be answered: when the opponent moves \`k\` of them down to an odd step, you move the same \`k\` one step further. So only steps 1, 3, 5, … matter.

@look staircase:3,2,2,3

## Odd steps are Nim heaps
Moving coins from an odd step down is taking; moving coins onto an odd step is adding, and adding can be undone.

@ask staircase:2,7,2

## Find the move
@find staircase:3,1,1

## Win this
Look at the odd steps only.

@play staircase:3,1,2,2
`,T=`# Moore’s Nim: several heaps at once
> You may take from up to \`k\` heaps in one move, any number from each, at least one stone in all.

## Count modulo k + 1
Again write the sizes in binary. In each column count the ones, now modulo \`k + 1\`. The position is lost exactly when every column gives 0. For \`k = 1\` this is Nim: even or odd. For \`k = 2\` count modulo 3.

@look moore/2:1,2,3 | Two heaps at once: make it 1, 1, 1, three ones in the last column.

## Predict
@ask moore/2:1,1,1
@ask moore/2:1,2,3,4,2

## A warning
The rule is about heap sizes. It does not hold for nim-values of other games, where a move may raise a value.

@find moore/2:1,1,2

## Win this
Three heaps, up to two at once. Touch a stone in each heap that you want to lower, then play.

@play moore/2:2,3,4
`,E=`# Misère Nim: the last stone loses
> The same moves, but whoever takes the last stone loses. It looks like another game; it is nearly the same one.

## Nearly the same
Play exactly as in ordinary Nim until your move would leave only heaps of one stone. Then leave an odd number of them instead of an even number.

@look nim:1,1,3 misere

## Predict
@ask nim:1,1,1 misere
@ask nim:3,4,5 misere

## Only Nim
For games that are not Nim this trick fails: misère play of sums cannot be read off the normal nim-values. It needs a theory of its own, the misère quotient.

@ask kayles:4 misere

## Win this
Do not take the last stone.

@play nim:1,2,4 misere
`,D=`# Every game is a Nim heap
> Sprague (1935) and Grundy (1939): a position of any impartial game is worth a Nim heap of a certain size, its nim-value.

## The least number that is missing
The value is the **mex** of the values of the options: the least number that is not among them. A position without moves has value 0.

@mex 1,2,3
@mex 0,1,5
@mex 0,1,2,4

## Take one or two
One heap, take 1 or 2 stones. Fill in the values: each is the mex of the two before it.

@look subtract/1,2:7 | The values go 0 1 2 0 1 2 …

## Sums
Games side by side are a sum: a move is a move in one of them. The value of a sum is the xor of the values. To win, move to value 0.

@look subtract/1,2:7 + kayles:5 + nim:6

## Predict
@ask chop:3x4 + nim:2

## Win this
Three games at once. Find the value of each, then the move to 0.

@play subtract/1,2:5 + kayles:4 + nim:4
`,ee=`# Kayles: finding the move
> Pins stand in a row. A ball knocks down one pin or two adjacent pins. A gap splits a row into two.

## A single row
A single row is always won: knock down the middle and mirror the opponent.

@find kayles:7

## Split rows are sums
The xor gives their value: \`g(n)\` is the mex of \`g(a) xor g(b)\` over all \`a + b = n − 1\` and all \`a + b = n − 2\`. The values of rows 0 to 11 are 0 1 2 3 1 4 3 2 1 4 2 6. From row 71 on they repeat with period 12; [the sequence page](#/sequence?r=kayles) proves it.

@look kayles:5,4,2,1 | Table, xor, the row that has the top bit, the value it must become, the split that has it.

## Predict
@ask kayles:9
@ask kayles:1,2,3

## Win this
Three rows. Find the split.

@play kayles:4,3,5
`,te=`# Graphs with cycles: win, lose, draw
> If positions can repeat, play need not end. Then there is a third outcome.

## Backwards from the ends
A vertex without moves is lost. A vertex with a move to a lost one is won. A vertex all of whose moves lead to won ones is lost. What is never reached by these rules is a draw: each player can avoid losing for ever.

@look graph:g@0 lecture | Vertex 0 has an edge to 1, which has no move.

## Predict
@ask graph:g@3 lecture
@ask graph:g@7 lecture

## Step by step
When a lost vertex is found, all its predecessors are won; when a won vertex is found, each predecessor has one hope less, and when none is left it is lost. [The graph page](#/graph) steps through the whole algorithm on this very graph.

## Win this
Move the token so that the computer runs out of moves.

@play graph:g@6 lecture
`,O=`# Games with draws
> A draw is no accident: each player holds it by never leaving the vertices from which nobody can be forced.

## Holding a draw
From a drawn vertex there is always a move to a drawn vertex, and never one to a lost vertex. So a player who keeps to drawn vertices cannot lose.

@ask graph:g@8 lecture

## A draw in a sum
Put a Nim heap beside a drawn vertex. Whoever is about to lose one game can keep moving in the other. A loopy position has a set of finite values instead of one number: the values of its options that can be reached for good.

@look graph:g@7 + nim:2 lecture

## Predict
@ask graph:g@7 + nim:1 lecture

## Win this
Not every vertex that can reach a cycle is drawn.

@play graph:g@4 + nim:2 lecture
`,k=`# Misère, and why it is hard
> Under normal play a number tells all about a position. Under misère play it does not.

## Equal values, different fates
A Nim heap of 2 and a row of 2 pins have the same normal value. Under misère play, sums tell them apart once games are not Nim.

@ask nim:2,2 misere
@ask kayles:2,2 misere

## What replaces the number
Two positions are the same for misère play if no sum can tell them apart. The classes form a small algebra, the misère quotient (Plambeck 2005). For Kayles it has 40 elements.

@look kayles:3,4 misere

## Predict
@ask kayles:5 misere

## Win this
The last move loses.

@play kayles:4,1 misere
`,A=`# Write your own game
> A game is a function from a position to its options. You write it; grundy solves it.

## A function
In Starlark, a small dialect of Python, a game of one heap is a few lines:

    def moves(n):
        return [n - k for k in [1, 3, 4] if k <= n]

    start = 10

Open [the editor](#/rules) and change the numbers. The values of the first heaps appear at once.

## Predict
The same game, by its name. The values are 0 1 0 1 2 3 2 and then repeat.

@ask subtract/1,3,4:7
@ask subtract/1,3,4:9

## Find the pattern
What are the lost heaps of this game? Look at [its sequence](#/sequence?r=subtract/1,3,4&to=60), guess, and write the claim into your rules as \`def lose(n)\`: the editor tests it.

@mex 0,2,3

## Win this
@play subtract/1,3,4:11
`,j=[`misere`,`lecture`];function M(e,t){let n={id:e,title:``,lead:``,steps:[]},r=[],i=()=>(n.steps.length===0&&n.steps.push({title:``,blocks:[]}),n.steps[n.steps.length-1].blocks),a=()=>{if(r.length===0)return;let e=r;if(r=[],e.every(e=>e.startsWith(`- `)))i().push({list:e.map(e=>e.slice(2))});else if(e.every(e=>/^(\s{4}|$)/.test(e))){let[t,n]=[i()[i().length-1],e.map(e=>e.slice(4)).join(`
`)];t&&`code`in t?t.code+=`\n\n${n}`:i().push({code:n})}else i().push({text:e.map(e=>e.trim()).join(` `)})};for(let e of t.split(`
`))e.startsWith(`# `)?n.title=e.slice(2).trim():e.startsWith(`> `)?n.lead=e.slice(2).trim():e.startsWith(`## `)?(a(),n.steps.push({title:e.slice(3).trim(),blocks:[]})):e.startsWith(`@`)?(a(),i().push({widget:N(e.slice(1))})):e.trim()===``?a():r.push(e);return a(),n}function N(e){let[t=``,n=``]=e.split(`|`).map(e=>e.trim()),[r=``,...i]=t.split(` `),a=e=>j.includes(e);return{kind:r,argument:i.filter(e=>!a(e)).join(` `),flags:i.filter(a),note:n}}function P(e){let t=[],n=0;for(let r of e.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g)){r.index>n&&t.push(e.slice(n,r.index));let[i,a,o,s,c,l]=r;a===void 0?o===void 0?s===void 0?t.push({link:c,to:l}):t.push({emphasis:s}):t.push({strong:o}):t.push({code:a}),n=r.index+i.length}return n<e.length&&t.push(e.slice(n)),t}var F=Object.assign({"../../lessons/01-nim.md":S,"../../lessons/02-increases.md":C,"../../lessons/03-staircase.md":w,"../../lessons/04-moore.md":T,"../../lessons/05-misere.md":E,"../../lessons/06-sprague-grundy.md":D,"../../lessons/07-kayles.md":ee,"../../lessons/08-graphs.md":te,"../../lessons/09-draws.md":O,"../../lessons/10-misere-quotient.md":k,"../../lessons/11-your-game.md":A});function I(e){return e.replace(/^.*\/\d+-/,``).replace(/\.md$/,``)}var L=Object.keys(F).sort().map(e=>M(I(e),F[e])),R=`lessons`;function z(){try{return JSON.parse(localStorage.getItem(R)??`{}`)}catch{return{}}}function B(e){return new Set(z()[e]??[])}function V(e,t){let n=z();n[e]=[...new Set([...n[e]??[],t])],localStorage.setItem(R,JSON.stringify(n))}function H(e){switch(e.widget.kind){case`ask`:return i(J,{...e});case`look`:return i(q,{...e});case`find`:return i(Y,{...e});case`bits`:return i(X,{...e});case`mex`:return i(Z,{...e});case`mirror`:return i(Q,{...e,isComputerFirst:!0});default:return i(Q,{...e})}}function U(e){return{position:e.argument,play:e.flags.includes(`misere`)?`misere`:`normal`,...e.flags.includes(`lecture`)&&{graph:`9 12
0 1
2 1
6 2
6 3
3 4
4 5
0 4
0 6
7 0
8 4
7 8
8 7`}}}function W(e){let t=U(e),n=JSON.stringify(t),r=h(n,e=>s.board(t,e)),i=h(n,e=>s.analyse(t,e));return{question:t,board:r.answer,solved:i.answer,failure:r.failure??i.failure,again:()=>{r.again(),i.again()}}}function G({board:e}){return e?i(c,{parts:e.components,label:e.position}):i(`p`,{class:`waiting`,children:`…`})}function K({solved:t,isHidden:n}){let[r,a]=e(!n);return r?i(p,{blocks:t.explanation}):i(`button`,{type:`button`,class:`second`,onClick:()=>a(!0),children:`Show the reason`})}function q({widget:e,isTeaching:t}){let{board:n,solved:a,failure:o,again:s}=W(e);return i(`section`,{class:`look`,"aria-label":e.argument,children:[i(G,{board:n}),i(`div`,{children:[o&&i(f,{failure:o,text:e.argument,retry:s}),e.note&&i(`p`,{children:i(`strong`,{children:e.note})}),a&&i(r,{children:[i(`p`,{class:`verdict`,children:[i(g,{outcome:a.outcome}),` `,i(`code`,{children:a.position})]}),i(K,{solved:a,isHidden:t},String(t))]})]})]})}function J({widget:t,isDone:n,done:a,isTeaching:o}){let{board:s,solved:c,failure:l,again:u}=W(t),[d,p]=e(null),m=[[`win`,`The player to move wins`],[`lose`,`The player to move loses`]];t.flags.includes(`lecture`)&&m.push([`draw`,`It is a draw`]);let h=e=>{p(e),e===c?.outcome&&a()};return i(`section`,{class:`look quiz`,"aria-label":`Question: ${t.argument}`,children:[i(G,{board:s}),i(`div`,{children:[l&&i(f,{failure:l,text:t.argument,retry:u}),i(`p`,{children:[i(`strong`,{children:`Predict: who wins?`}),t.flags.includes(`misere`)&&` The last move loses.`,` `,n&&i(`span`,{class:`done`,children:`✓`})]}),i(`div`,{class:`buttons`,children:m.map(([e,t])=>i(`button`,{type:`button`,class:`second`,"aria-pressed":d===e,disabled:!c,onClick:()=>h(e),children:t},e))}),i(`div`,{role:`status`,children:d&&c&&i(r,{children:[i(`p`,{class:`verdict`,children:[d===c.outcome?`Right.`:`No.`,` `,i(g,{outcome:c.outcome})]}),i(K,{solved:c,isHidden:o},String(o))]})})]})]})}function Y({widget:t,isDone:r,done:a}){let{question:o,board:s,solved:c,failure:u,again:d}=W(t),[p,m]=e(null),h=e=>{if(!s||!c)return;let t=s.moves.filter(t=>t.option===e.option).map(e=>e.position),n=c.options.some(e=>e.result===`win`&&t.includes(e.position));m({move:e,isRight:n}),n&&a()},g=n(()=>new Set,[]);return i(`section`,{class:`find stage`,"aria-label":`Find the move: ${t.argument}`,children:[i(`p`,{children:[i(`strong`,{children:`Find a winning move.`}),` `,r&&i(`span`,{class:`done`,children:`✓`})]}),u&&i(f,{failure:u,text:t.argument,retry:d}),s&&i(l,{board:s,question:o,mayMove:c!==void 0,analysis:void 0,last:g,cameFrom:void 0,slots:()=>void 0,lit:g,play:h}),i(`p`,{role:`status`,children:p&&(p.isRight?`Yes: ${p.move.text}.`:`No: after “${p.move.text}” the opponent can win. Try again.`)})]})}function X({widget:t,isDone:r,done:a}){let o=n(()=>t.argument.split(`,`).map(Number),[t.argument]),[s,c]=e(o),l=Math.max(1,...o.map(e=>e.toString(2).length)),u=s.reduce((e,t)=>e^t,0),d=s.flatMap((e,t)=>e===o[t]?[]:[t]),f=(e,t)=>{let n=(d.some(t=>t!==e)?o:s).map((n,r)=>r===e?n^1<<t:n);c(n),n[e]<o[e]&&n.reduce((e,t)=>e^t,0)===0&&a()},p=Array.from({length:l},(e,t)=>l-1-t),m=d.every(e=>s[e]<o[e]);return i(`section`,{class:`bits`,"aria-label":`Flip the bits`,children:[i(`table`,{children:[i(`thead`,{children:i(`tr`,{children:[i(`th`,{scope:`col`,children:`heap`}),p.map(e=>i(`th`,{scope:`col`,children:1<<e},e))]})}),i(`tbody`,{children:s.map((e,t)=>i(`tr`,{children:[i(`th`,{scope:`row`,children:[e,e!==o[t]&&i(`span`,{class:`note`,children:[` was `,o[t]]})]}),p.map(n=>i(`td`,{children:i(`button`,{type:`button`,class:`bit second`,"aria-pressed":(e>>n&1)==1,"aria-label":`heap ${t+1}, bit ${1<<n}: ${e>>n&1}`,onClick:()=>f(t,n),children:e>>n&1})},n))]},t))}),i(`tfoot`,{children:i(`tr`,{children:[i(`th`,{scope:`row`,children:`xor`}),p.map(e=>i(`td`,{class:(u>>e&1)==1?`odd`:``,children:u>>e&1},e))]})})]}),i(`p`,{role:`status`,children:u===0&&m?`All columns are even: this is the winning move.`:m?r?`Done ✓`:`Some columns are odd.`:`A heap may only get smaller.`})]})}function Z({widget:t,isDone:n,done:r}){let a=t.argument.split(`,`).map(Number),[o,s]=e(``),c=Array.from({length:a.length+1},(e,t)=>t).find(e=>!a.includes(e)),l=o.trim()===String(c);return i(`section`,{class:`mex`,"aria-label":`mex of ${t.argument}`,children:[i(`label`,{children:[`mex(`,a.join(`, `),`) = `,i(`input`,{inputMode:`numeric`,value:o,onInput:e=>{s(e.currentTarget.value),e.currentTarget.value.trim()===String(c)&&r()}})]}),i(`span`,{role:`status`,children:l||n&&o===``?` ✓`:o?` not yet`:``})]})}function Q({widget:t,done:n,isDone:r,isComputerFirst:a=!1}){let{position:o,play:s,graph:c=``}=U(t),[l,u]=e(()=>({...m(new URLSearchParams),start:o,play:s,graph:c,isComputerFirst:a}));return i(`section`,{class:`task`,"aria-label":`Win this`,children:[r&&i(`p`,{class:`won`,children:`★ Won.`}),i(_,{state:l,change:u,isFixed:!0,onEnd:e=>{e&&(a||v(l,0))&&n()}})]})}function ne(){let{query:e}=o(),t=L.find(t=>t.id===e.get(`lesson`));return t?i(ae,{lesson:t},t.id):i(ie,{})}function re(e){return e.steps.flatMap((e,t)=>e.blocks.flatMap((e,n)=>`widget`in e&&e.widget.kind!==`look`?[`${t}.${n}`]:[]))}function ie(){return i(`div`,{class:`page learn`,children:[i(`h1`,{children:`Learn`}),i(`p`,{class:`lede`,children:`Short lessons in which you do something: predict, flip bits, find the move. Each closes with a position that you can win, against an opponent who makes no mistakes.`}),i(`ol`,{class:`contents`,children:L.map((e,t)=>{let[n,r]=[B(e.id),re(e)],a=r.filter(e=>n.has(e)).length;return i(`li`,{children:i(`a`,{href:u(`learn`,[[`lesson`,e.id]]),children:[i(`span`,{class:`number`,"aria-hidden":`true`,children:t+1}),i(`strong`,{children:e.title}),i(`span`,{class:`lead`,children:i($,{text:e.lead})}),i(`progress`,{max:r.length,value:a,"aria-label":`${a} of ${r.length} done`}),i(`span`,{class:a>0?`done`:`note`,children:a===0?`${r.length} things to do`:a===r.length?`★ all done`:`${a} of ${r.length} done`})]})},e.id)})})]})}function ae({lesson:n}){let{query:r}=o(),s=L.indexOf(n),c=L[s+1],l=Math.min(Math.max(0,Number(r.get(`step`)??1)-1||0),n.steps.length-1),d=r.get(`teach`)===`1`,[f,p]=e(()=>B(n.id)),m=e=>b(`learn`,[[`lesson`,n.id],[`step`,e>0?String(e+1):``],[`teach`,d?`1`:``]]),h=()=>{d?document.fullscreenElement&&document.exitFullscreen():document.documentElement.requestFullscreen?.().catch(()=>void 0),b(`learn`,[[`lesson`,n.id],[`step`,String(l+1)],[`teach`,d?``:`1`]],!0)};t(()=>(document.documentElement.classList.toggle(`teaching`,d),()=>document.documentElement.classList.remove(`teaching`)),[d]),t(()=>{document.getElementById(`main`)?.scrollIntoView({block:`start`})},[l]),a([{key:`PageDown`,label:`next step`,run:()=>{l+1<n.steps.length&&m(l+1)}},{key:`PageUp`,label:`step before`,run:()=>{l>0&&m(l-1)}}]);let g=n.steps[l];return i(`article`,{class:`page learn`,children:[i(`p`,{class:`crumbs`,children:[i(`a`,{href:`#/learn`,children:`Learn`}),` · `,s+1,` of `,L.length,i(`button`,{type:`button`,class:`second`,"aria-pressed":d,onClick:h,children:d?`Leave class view`:`Class view`}),d&&i(oe,{})]}),i(`h1`,{children:n.title}),i(`p`,{class:`lede`,children:i($,{text:n.lead})}),i(`nav`,{class:`steps`,"aria-label":`Steps`,children:n.steps.map(({title:e},t)=>i(`button`,{type:`button`,class:t===l?`step now`:`step`,"aria-current":t===l?`step`:void 0,onClick:()=>m(t),title:e,children:[t+1,i(`span`,{class:`unseen`,children:[`: `,e]})]},t))}),i(`section`,{class:`lesson-step`,"aria-label":g.title,children:[g.title&&i(`h2`,{children:g.title}),g.blocks.map((e,t)=>i(se,{block:e,isDone:f.has(`${l}.${t}`),isTeaching:d,done:()=>{V(n.id,`${l}.${t}`),p(B(n.id))}},`${l}.${t}`))]}),i(`div`,{class:`buttons`,children:[l>0&&i(`button`,{type:`button`,class:`second`,onClick:()=>m(l-1),children:`Back`}),l+1<n.steps.length&&i(`button`,{type:`button`,onClick:()=>m(l+1),children:`Next step`}),l+1===n.steps.length&&c&&i(`a`,{class:`button`,href:u(`learn`,[[`lesson`,c.id]]),children:[`Next lesson: `,c.title]})]})]})}function oe(){let[n,a]=e(!1),[o,s]=e(null),c=location.href.replace(/&teach=1/,``);return t(()=>{n&&d(async()=>{let{codeOf:e}=await import(`./code-CXgW8m6q.js`);return{codeOf:e}},[],import.meta.url).then(({codeOf:e})=>s(e(c)))},[n,c]),i(r,{children:[i(`button`,{type:`button`,class:`second`,onClick:()=>a(!0),children:`Link for the class`}),n&&i(y,{title:`Link for the class`,close:()=>a(!1),children:[o&&i(`svg`,{class:`code`,viewBox:`0 0 ${o.length} ${o.length}`,role:`img`,"aria-label":`The link as a QR code`,children:i(`path`,{d:o.path})}),i(`p`,{class:`class-link`,children:i(`a`,{href:c,children:c})}),/^(127\.|localhost|\[::1\])/.test(location.host)&&i(`p`,{class:`note`,children:[`Only this machine reaches this address. `,i(`code`,{children:`grundy serve --host 0.0.0.0`}),` lets others in; or use the address of a published playground.`]}),i(`p`,{children:i(x,{words:`Copy link`,text:()=>c})})]})]})}function se({block:e,...t}){return`text`in e?i(`p`,{class:`prose`,children:i($,{text:e.text})}):`list`in e?i(`ul`,{class:`prose`,children:e.list.map(e=>i(`li`,{children:i($,{text:e})},e))}):`code`in e?i(`pre`,{class:`prose listing`,children:i(`code`,{children:e.code})}):i(H,{widget:e.widget,...t})}function $({text:e}){return i(r,{children:P(e).map((e,t)=>typeof e==`string`?e:`code`in e?i(`code`,{children:e.code},t):`strong`in e?i(`strong`,{children:e.strong},t):`emphasis`in e?i(`em`,{children:e.emphasis},t):i(`a`,{href:e.to,children:e.link},t))})}export{ne as LearnPage};