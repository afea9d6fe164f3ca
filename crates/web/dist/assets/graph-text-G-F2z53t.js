function e({vertices:e,edges:t}){return[`${e} ${t.length}`,...t.map(([e,t])=>`${e} ${t}`)].join(`
`)}var t=`9 12
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
8 7`;export{e as n,t};