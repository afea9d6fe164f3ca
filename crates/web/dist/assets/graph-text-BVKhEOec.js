function e({vertices:e,edges:t}){return[`${e} ${t.length}`,...t.map(([e,t])=>`${e} ${t}`)].join(`
`)}var t=matchMedia(`(max-width: 46rem)`).matches?{width:420,height:400}:{width:760,height:480};function n(e){let n=e=>Math.round(Math.min(Math.max(e,0),1)*1e3);return[...e].flatMap(([e,r])=>r?[[e,n(r.x/t.width),n(r.y/t.height)].join(`.`)]:[]).join()}function r(e){let n=new Map;for(let r of e.split(`,`)){let[e,i,a]=r.split(`.`).map(Number);if(![e,i,a].every(e=>Number.isInteger(e)&&e>=0))continue;let o=e=>Math.min(e,1e3)/1e3;n.set(e,{x:o(i)*t.width,y:o(a)*t.height})}return n}var i=`9 12
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
8 7`;export{n as a,e as i,t as n,r,i as t};