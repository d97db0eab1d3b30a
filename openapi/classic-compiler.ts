/** TypeScript's compiler in JavaScript, in the place of the package `typescript`. */

// oxlint-disable-next-line import/no-default-export -- the form in which it is imported
export { ts as default } from '@ts-morph/common';
