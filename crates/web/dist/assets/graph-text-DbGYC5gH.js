function e({vertices:e,edges:t}){return[`${e} ${t.length}`,...t.map(([e,t])=>`${e} ${t}`)].join(`
`)}function t(e){let t=e.trim().split(/\s+/).map(Number),[n,r,...i]=t;return!t.every(Number.isInteger)||i.length===0||i.length!==2*r?!1:!i.includes(0)&&i.includes(n)&&i.every(e=>e<=n)}var n=typeof matchMedia==`function`&&matchMedia(`(max-width: 46rem)`).matches?{width:420,height:400}:{width:820,height:520};function r({width:e,height:t}){let r=Math.max(1,e/n.width,t/n.height),i=1.5**Math.ceil(Math.log(r)/Math.log(1.5)-1e-9);return{width:Math.round(n.width*i),height:Math.round(n.height*i)}}function i(e,t){let n=Math.min(1.5,e.width/Math.max(1,t.width),e.height/Math.max(1,t.height)),[r,i]=[(e.width-t.width*n)/2,(e.height-t.height*n)/2];return{points:t.points.map(([e,t])=>({x:Math.round(e*n+r),y:Math.round(t*n+i)})),scale:n,dx:r,dy:i}}function a(e,t){let n=e=>Math.round(Math.min(Math.max(e,0),1)*1e3);return[...e].flatMap(([e,r])=>r?[[e,n(r.x/t.width),n(r.y/t.height)].join(`.`)]:[]).join()}function o(e,t){let n=new Map;for(let r of e.split(`,`)){let[e,i,a]=r.split(`.`).map(Number);if(![e,i,a].every(e=>Number.isInteger(e)&&e>=0))continue;let o=e=>Math.min(e,1e3)/1e3;n.set(e,{x:o(i)*t.width,y:o(a)*t.height})}return n}var s=`9 12
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
8 7`;export{o as a,i,t as n,e as o,r,a as s,s as t};