import { defineConfig } from 'vite';

// The built files are committed: the same sources must give the same bytes on every machine.
export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4567' } },
  preview: { proxy: { '/api': 'http://127.0.0.1:4567' } },
});
