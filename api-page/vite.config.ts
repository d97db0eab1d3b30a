/** How the page is built: one flat folder, names with a hash of the content, nothing inline. */

import type { UserConfig } from 'vite';

// oxlint-disable-next-line import/no-default-export -- the form in which Vite reads its configuration
export default {
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/api-page',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    cssMinify: true,
  },
} satisfies UserConfig;
