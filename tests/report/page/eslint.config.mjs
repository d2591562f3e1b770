/* eslint.config.mjs - what eslint asks of the page's program; how it is written is prettier's. */
const browser =
  'document window Event location history getComputedStyle matchMedia addEventListener removeEventListener innerWidth innerHeight requestAnimationFrame setTimeout Blob Response TextDecoder DecompressionStream ResizeObserver URLSearchParams clearTimeout atob HTMLInputElement HTMLSelectElement';
const names = text => Object.fromEntries(text.split(' ').map(name => [name, 'readonly']));
const rules = {
  'no-undef': 'error',
  'no-unused-vars': 'error',
  'no-const-assign': 'error',
  'no-dupe-keys': 'error',
  'no-unreachable': 'error',
  'no-redeclare': 'error',
  'no-shadow': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  eqeqeq: 'error',
  'no-implied-eval': 'error',
  'no-eval': 'error',
  'no-restricted-properties': [
    'error',
    ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map(property => ({
      property,
      message: 'texts of a profile only become text nodes',
    })),
  ],
};

export default [
  {files: ['report/page/src/**/*.js'], languageOptions: {globals: names(browser)}, rules},
  {files: ['report/page/*.mjs'], languageOptions: {globals: names('process')}, rules},
];
